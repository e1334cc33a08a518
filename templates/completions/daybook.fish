function __daybook_complete
  set -l typed (commandline -opc) (commandline -ct)
  daybook completions fish "--typed="$typed[2..-1] 2>/dev/null
end
complete -c daybook -e
complete -c daybook -f -k -a '(__daybook_complete)'
