Register-ArgumentCompleter -Native -CommandName daybook -ScriptBlock {
  param($current, $ast, $position)
  $typed = @($ast.CommandElements | Select-Object -Skip 1 | ForEach-Object { "--typed=$($_.ToString().Trim("'", '"'))" })
  if ($current -eq '') { $typed += '--typed=' }
  daybook completions powershell @typed 2>$null | ForEach-Object {
    $text, $about = $_ -split "`t", 2
    $quoted = if ($text -match '\s') { "'" + $text.Replace("'", "''") + "'" } else { $text }
    [System.Management.Automation.CompletionResult]::new($quoted, $text, 'ParameterValue', $(if ($about) { $about } else { $text }))
  }
}
