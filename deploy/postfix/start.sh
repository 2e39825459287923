#!/bin/sh
# Postfix in a container: the settings of main.cf beside this, for JUDGE_ADDRESS, with the judge at JUDGE_LMTP
# (host:port) and without milters; its log goes to the container's.
set -eu
from=${POSTFIX_FROM:-/etc/postfix/judge}
etc=${POSTFIX_ETC:-/etc/postfix}
user=${JUDGE_ADDRESS%@*}
domain=${JUDGE_ADDRESS#*@}
escaped=$(printf '%s' "$domain" | sed 's/\./\\\\./g')

sed 's/^\/^judge/\/^'"$user"'/; s/play\\\.example\\\.org/'"$escaped"'/' "$from/judge_recipients" > "$etc/judge_recipients"
sed "s/play\.example\.org/$domain/; s/127\.0\.0\.1:2526/$JUDGE_LMTP/" "$from/transport" > "$etc/transport"
grep -v -e '^#' -e '^$' -e milter "$from/main.cf" | sed "s/play\.example\.org/$domain/" | while IFS= read -r line; do
    postconf -e "$line"
done
# The judge hands its mails over at a port that is not open to the world. At port 25 nobody may send by way of us: callers
# from outside may look there like neighbors.
postconf -M "10025/inet=10025 inet n - n - - smtpd"
postconf -P "10025/inet/mynetworks=${JUDGE_NETWORK:-172.16.0.0/12,10.0.0.0/8,192.168.0.0/16}"
postconf -e "myhostname = ${JUDGE_MX:-$domain}"
postconf -e "mydestination = localhost"
postconf -e "maillog_file = /dev/stdout"
exec postfix start-fg
