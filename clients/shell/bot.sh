#!/bin/sh
# A bot in plain shell: plays any of the legal actions, each as likely as the others.
#
# Each line it reads is one message; those that ask something begin with {"decision": and list what it may do.
# It answers with one of those actions, copied out.

luck=$$

# Set $action to one of the actions of $1, a list without its outer brackets. They part where ,{"verb": stands.
choose() {
  rest=$1 number=0
  while [ -n "$rest" ]; do
    next=${rest#*',{"verb":'}
    [ "$next" = "$rest" ] && next=
    this=${rest%"${next:+,{\"verb\":$next}"}
    number=$((number + 1)) luck=$(((luck * 1103515245 + 12345) % 2147483648))
    [ $((luck / 65536 % number)) -eq 0 ] && action=$this
    rest=${next:+{\"verb\":$next}
  done
}

while read -r line; do
  case $line in
    '{"decision":'*)
      legal=${line#*'"legal":['}
      legal=${legal%%'],"legalComplete":'*}
      legal=${legal%%'],"default":'*}
      choose "$legal"
      printf '%s\n' "$action"
      ;;
    '{"error":'* | *'"refused":'*) printf '%s\n' "$line" >&2 ;;
  esac
done
