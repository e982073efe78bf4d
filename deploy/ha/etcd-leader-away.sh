#!/bin/sh
# Patroni calls this with the new role of its PostgreSQL. On the machine that becomes primary it hands etcd's leadership
# to another machine: if both end with one machine, the new leader of etcd begins Patroni's `ttl` anew.
# Prints what it did; does nothing where etcd can't be reached or has no other machine that takes over.
[ "$2" = primary ] || exit 0
status=$(etcdctl --endpoints="@ADDRESS@:2379" endpoint status --write-out=fields) || exit 0
field() { echo "$status" | sed -n "s/^\"$1\" : //p"; }
[ "$(field MemberID)" = "$(field Leader)" ] || exit 0
etcdctl --endpoints="@ADDRESS@:2379" member list | awk -F ', ' '$2 == "started" && $3 != "@NAME@" { print $1 }' |
	while read -r member; do
		etcdctl --endpoints="@ADDRESS@:2379" move-leader "$member" && break
	done
