_daybook() {
  local IFS=$'\n' word line current="${COMP_WORDS[COMP_CWORD]}" args=()
  for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [ "$word" != = ]; then args+=("--typed=${word#[\"\']}"); fi
  done
  if [ "$current" = = ]; then args+=(--typed=); fi
  COMPREPLY=()
  for line in $(daybook completions bash "${args[@]}" 2>/dev/null); do
    if [[ $current != [\"\']* && $line == *[!a-zA-Z0-9_.,/:=^~@%+-]* ]]; then line="$(printf %q "$line")"; fi
    COMPREPLY+=("$line")
  done
}
complete -o default -F _daybook daybook
