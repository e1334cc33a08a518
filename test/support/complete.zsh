# usage: zsh -f complete.zsh FPATH DUMP LOG; completes each line of standard input in a real zsh and prints the matches
zmodload zsh/zpty
setup=$(mktemp)
cat > $setup <<'SETUP'
PROMPT=
autoload -Uz compinit
compinit -u -d $DUMP
compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return $?; fi
  local -a __hits
  builtin compadd -A __hits "$@"
  if (( $#__hits )); then print -rl -- $__hits >> $LOG; fi
  builtin compadd "$@"
}
complete_and_log() { _main_complete "$@"; print -r -- "%%" >> $LOG }
zle -C complete-and-log complete-word complete_and_log
bindkey '^I' complete-and-log
zstyle ':completion:*' list-prompt ''
LISTMAX=100000
SETUP
: > $3
zpty shell zsh -f -i
zpty -w shell "fpath=($1 \$fpath) DUMP=$2 LOG=$3; source $setup; print rea''dy"
zpty -r shell out '*ready*'
count=0
while IFS= read -r line; do
  zpty -w -n shell $'\x15'"$line"$'\t'
  count=$((count + 1))
  for wait in {1..600}; do
    if (( $(grep -c '^%%$' $3) >= count )); then break; fi
    zpty -r -t shell out
    sleep 0.05
  done
done
zpty -d shell
rm -f $setup
cat $3
