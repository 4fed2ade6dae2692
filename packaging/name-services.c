// Linked into static programs that contain glibc. To find an address or a home folder, glibc loads the modules that
// /etc/nsswitch.conf names from the machine it runs on. A static program may crash with modules made for another version
// of glibc, so it uses only those that it contains: files such as /etc/hosts, and DNS.
#include <nss.h>

__attribute__((constructor)) static void use_contained_name_services(void) {
  __nss_configure_lookup("hosts", "files dns");
  __nss_configure_lookup("passwd", "files");
  __nss_configure_lookup("group", "files");
}
