#!/bin/sh
# Patroni calls this on a machine whose role changed: sh move-etcd-leader.sh <address> on_role_change <role> <scope>.
# The new primary's machine gives etcd's leadership to another one. If both were lost at once, etcd's next leader would
# begin the lease of the lost primary anew, and members would wait that much longer for the next primary.
[ "$3" = primary ] || exit 0
own="http://$1:2379"
etcdctl="etcdctl --command-timeout=2s --endpoints"

# a line of `endpoint status` is: endpoint, id, version, size, leads, …
case "$($etcdctl "$own" endpoint status)" in *B,\ true,*) ;; *) exit 0 ;; esac
# a line of `member list` is: id, started, name, peer address, client address, …
$etcdctl "$own" member list | tr -d ' ' | while IFS=, read -r id _ _ _ address _; do
	[ "$address" != "$own" ] && $etcdctl "$address" endpoint health && $etcdctl "$own" move-leader "$id" && exit
done
