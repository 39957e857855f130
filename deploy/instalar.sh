#!/bin/sh
# Instala Flota en Debian 12 o 13, como root; se ejecuta en la carpeta del programa:
#   sh deploy/instalar.sh [--nombre flota.miempresa.gt | --red-local] [--desinstalar]
# Sin --nombre ni --red-local lo pregunta. Se puede repetir: solo hace lo que falta.
set -eu

program=/opt/flota
data=/var/lib/flota
config=/etc/flota/flota.env
# Exists until the first password is printed, also if an installation was interrupted.
first=/etc/flota/primera-vez
units='flota@.service flota-backup.service flota-backup.timer'
caddyfile=/etc/caddy/Caddyfile

say() { printf '%s\n' "$*"; }
fail() { say "$*" >&2; exit 1; }

check_machine() {
	[ "$(id -u)" = 0 ] || fail 'Ejecútalo como root: sudo sh deploy/instalar.sh'
	. /etc/os-release
	case "$ID ${VERSION_ID:-}" in 'debian 12' | 'debian 13') ;; *) fail "Hace falta Debian 12 o 13; aquí está ${PRETTY_NAME:-$ID}." ;; esac
	[ -d /run/systemd/system ] || fail 'Hace falta systemd en marcha. En WSL: escribe systemd=true bajo [boot] en /etc/wsl.conf.'
}

# apt_install PACKAGE...: installs the missing ones.
apt_install() {
	missing=
	for each; do dpkg-query -W -f '${Status}' "$each" 2>/dev/null | grep -q 'ok installed' || missing="$missing $each"; done
	[ -n "$missing" ] || return 0
	say "Instalando$missing…"
	log=$(mktemp)
	DEBIAN_FRONTEND=noninteractive apt-get update -qq >"$log" 2>&1 &&
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >>"$log" 2>&1 ||
		{ cat "$log" >&2; fail "No se pudo instalar$missing."; }
	rm "$log"
}

# put MODE GROUP FILE TARGET: installs a file if it differs. Sets changed=yes if so.
put() {
	cmp -s "$3" "$4" && return 0
	install -D -m "$1" -o root -g "$2" "$3" "$4"
	changed=yes
}

ask_name() {
	name=$(sed -n 's#^URL_PUBLICA=https://##p' "$config" 2>/dev/null || true)
	if [ -n "$given" ]; then
		[ "$given" = local ] && name= || name=${given#nombre:}
	elif [ ! -e "$config" ]; then
		printf 'Nombre con el que se abrirá, como flota.miempresa.gt (vacío: solo en la red local): '
		read -r name || true
	fi
	[ -z "$name" ] || printf '%s\n' "$name" | grep -Eq '^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$' || fail "No es un nombre: $name"
}

install_node() {
	for each in node npm; do command -v "$each" >/dev/null || { apt_install nodejs npm; break; }; done
	apt_install ca-certificates
}

install_program() {
	source=$(cd "$(dirname "$0")/.." && pwd -P)
	if [ ! -e "$program/package.json" ]; then
		say "Copiando el programa a $program…"
		mkdir -p "$program"
		tar -C "$source" --exclude=./node_modules --exclude='./data*' --exclude=./web/dist -cf - . |
			tar -C "$program" --no-same-owner -xf -
	fi
	chown root:root "$program"
	chmod 0755 "$program"
	cd "$program"
	node scripts/setup.cjs start
}

install_service() {
	changed=
	id flota >/dev/null 2>&1 ||
		useradd --system --user-group --no-create-home --home-dir "$data" --shell /usr/sbin/nologin flota
	[ -d /etc/flota ] || install -d -m 0750 -o root -g flota /etc/flota
	[ -e "$data/data" ] || touch "$first"
	[ -e "$config" ] || install -m 0640 -o root -g flota deploy/flota.env "$config"
	new=$(mktemp)
	sed '/^URL_PUBLICA=/d' "$config" >"$new"
	[ -z "$name" ] || say "URL_PUBLICA=https://$name" >>"$new"
	put 0640 flota "$new" "$config"
	rm "$new"
	put 0755 root deploy/flota /usr/local/sbin/flota
	for each in $units; do put 0644 root "deploy/$each" "/etc/systemd/system/$each"; done
	[ -z "$changed" ] || systemctl daemon-reload
	for each in flota@3000.service flota-backup.timer; do
		systemctl -q is-enabled "$each" >/dev/null 2>&1 || systemctl -q enable "$each"
	done
	if systemctl -q is-active flota@3000; then
		[ -z "$changed" ] || systemctl restart flota@3000
	else
		say 'Iniciando Flota…'
		systemctl start flota@3000
	fi
	systemctl -q is-active flota-backup.timer || systemctl start flota-backup.timer
}

# Waits until the program answers, at most two minutes.
wait_until_ready() {
	node_modules/.bin/node -e '
		const ready = () => fetch("http://127.0.0.1:3000/api/salud").then(({ ok }) => ok, () => false)
		const until = Date.now() + 120_000
		while (!(await ready())) {
			if (Date.now() > until) process.exit(1)
			await new Promise((resolve) => setTimeout(resolve, 500))
		}' --input-type=module || fail 'Flota no contesta: journalctl -u flota@3000 -n 20 -o cat'
}

install_caddy() {
	# A debootstrap has no /etc/hosts, and Caddy listens on localhost.
	getent hosts localhost >/dev/null || say '127.0.0.1 localhost' >>/etc/hosts
	apt_install caddy
	new=$(mktemp)
	if [ -n "$name" ]; then
		sed "s/^flota\.example\.com /$name /" deploy/Caddyfile >"$new"
	else
		# Without a name there is no certificate: http on every address.
		sed '/Strict-Transport-Security/,+1d; s/^flota\.example\.com /:80 /' deploy/Caddyfile >"$new"
	fi
	if [ ! -e "$caddyfile.flota" ] && ! dpkg-query -W -f '${Conffiles}' caddy | grep -q "$(md5sum "$caddyfile" | cut -d' ' -f1)"; then
		say "$caddyfile ya tiene otra configuración: agrégale lo de $program/deploy/Caddyfile y recarga Caddy."
	else
		# The packaged file, for --desinstalar.
		[ -e "$caddyfile.flota" ] || cp -p "$caddyfile" "$caddyfile.flota"
		changed=
		put 0644 root "$new" "$caddyfile"
		if [ -n "$changed" ] || ! systemctl -q is-active caddy; then systemctl restart caddy; fi
	fi
	rm "$new"
}

address() {
	if [ -n "$name" ]; then say "https://$name"; else say "http://$(hostname -I | cut -d' ' -f1)"; fi
}

install_all() {
	ask_name
	install_node
	install_program
	install_service
	wait_until_ready
	install_caddy
	say "Flota está en $(address)"
	[ -e "$first" ] || return 0
	flota node_modules/.bin/node server/src/commands/admin.ts password admin
	say 'Los respaldos están en /var/lib/flota: cópialos también a otro lugar.'
	rm "$first"
}

uninstall() {
	systemctl -q disable --now flota-backup.timer 'flota@3000' 2>/dev/null || true
	for each in $(systemctl list-units --plain --no-legend 'flota@*' | cut -d' ' -f1); do systemctl -q disable --now "$each"; done
	for each in $units; do rm -f "/etc/systemd/system/$each"; done
	systemctl daemon-reload
	[ ! -e "$caddyfile.flota" ] || { mv "$caddyfile.flota" "$caddyfile"; systemctl restart caddy; }
	rm -rf /usr/local/sbin/flota /var/cache/flota
	if ls -d "$program"/data* >/dev/null 2>&1; then
		say "$program se queda, porque tiene datos."
	else
		rm -rf "$program"
	fi
	say "Flota está desinstalado. Quedan los datos y respaldos ($data), la configuración (/etc/flota), el usuario flota, Node y Caddy."
}

main() {
	given=
	action=install_all
	while [ $# -gt 0 ]; do
		case $1 in
		--nombre) given=nombre:${2:?falta el nombre}; shift ;;
		--red-local) given=local ;;
		--desinstalar) action=uninstall ;;
		*) fail 'Uso: sh deploy/instalar.sh [--nombre NOMBRE | --red-local] [--desinstalar]' ;;
		esac
		shift
	done
	check_machine
	"$action"
}

# On one line, because --desinstalar deletes this file.
main "$@"; exit
