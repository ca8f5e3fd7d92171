# Sourced by the other scripts: installs Debian packages, only where that is allowed.

say() { printf 'headwater: %s\n' "$*" >&2; }

# Prints why nothing may be installed here; nothing where it may.
apt_obstacle() {
    if ! command -v apt-get >/dev/null; then
        echo "this machine has no apt-get"
    elif [ "${HEADWATER_NO_APT:-}" = 1 ]; then
        echo "HEADWATER_NO_APT=1 forbids installing it"
    elif [ "$(id -u)" -ne 0 ]; then
        echo "only root may install it"
    fi
}

# apt_install WHAT PACKAGE…: installs the packages because WHAT is missing, or says what to do and fails.
apt_install() {
    local what=$1 obstacle
    shift
    obstacle=$(apt_obstacle)
    if [ -n "$obstacle" ]; then
        say "$what is missing, and $obstacle."
        say "On Debian: sudo apt-get update && sudo apt-get install $*; then run make again."
        return 1
    fi
    say "$what is missing: installing Debian's $* (HEADWATER_NO_APT=1 forbids this)"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@"
}
