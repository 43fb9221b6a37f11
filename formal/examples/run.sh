# Judges every example: NAME.accepted must be accepted, NAME.rejected rejected.
cd "$(dirname "$0")" || exit 2
failed=0
judge() {
  ../build/pegfeas-formal "$1" >/dev/null
  code=$?
  if [ "$code" != "$2" ]; then echo "$1: exit code $code, expected $2" >&2; failed=1; fi
  ../build/pegfeas-formal --exact "$1" >/dev/null
  code=$?
  if [ "$code" != "$2" ]; then echo "$1, exact: exit code $code, expected $2" >&2; failed=1; fi
}
for file in *.accepted; do judge "$file" 0; done
for file in *.rejected; do judge "$file" 1; done
[ "$failed" = 0 ] && echo "$(ls ./*.accepted ./*.rejected | wc -l) examples judged as they should be"
exit "$failed"
