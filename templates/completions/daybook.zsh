#compdef daybook
_daybook() {
  local word
  local -a args lines
  for word in "${(@)words[2,CURRENT]}"; do args+=("--typed=${(Q)word}"); done
  lines=("${(@f)$(daybook completions zsh "${args[@]}" 2>/dev/null)}")
  if [[ -n "$lines" ]]; then _describe -V daybook lines; else _files; fi
}
if [ "$funcstack[1]" = _daybook ]; then _daybook "$@"; else compdef _daybook daybook; fi
