//! The file systems that a program in the sandbox sees: everything read-only, some folders empty, a few
//! harmless devices, its own processes, and its working directory.

use std::fs;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags};
use rustix::mount::{MountFlags, mount, mount_bind, mount_remount};

use super::{COVERED, SCRATCH, secrets};

/// The devices that programs need.
const DEVICES: [&str; 6] = ["null", "zero", "full", "random", "urandom", "tty"];

/// What to mount.
pub(super) struct Plan<'a> {
    pub(super) folder: &'a Path,
    pub(super) is_writable: bool,
    /// Files and folders that stay visible, read-only, although the folder around them is covered.
    pub(super) named: &'a [PathBuf],
    pub(super) hidden: &'a [PathBuf],
    pub(super) scratch: u64,
}

/// Mounts the file systems. We must be in our own namespaces.
pub(super) fn build(plan: &Plan<'_>) -> io::Result<()> {
    // Open the folder first, because a folder around it may be covered below.
    let folder = open_path(plan.folder)?;
    let named: Vec<OwnedFd> = plan
        .named
        .iter()
        .map(|path| open_path(path))
        .collect::<io::Result<_>>()?;
    let secrets = secrets();
    let mounts = read_mounts()?;
    for mount in &mounts {
        make_read_only(mount)?;
    }
    mount_devices()?;
    // These become read-only once everything is mounted in them.
    let mut covers = Vec::new();
    for path in COVERED.map(Path::new).into_iter().filter(|path| path.is_dir()) {
        let is_scratch = path == Path::new(SCRATCH);
        cover(path, if is_scratch { plan.scratch } else { 1 << 16 })?;
        if !is_scratch {
            covers.push(path);
        }
    }
    let hidden = secrets.iter().chain(plan.hidden).filter(|path| path.is_dir());
    for path in hidden {
        cover(path, 1 << 16)?;
        covers.push(path.as_path());
    }
    for (path, file) in plan.named.iter().zip(&named) {
        let held = fd_path(file);
        if fs::metadata(&held)?.is_dir() {
            fs::create_dir_all(path)?;
        } else {
            fs::create_dir_all(path.parent().unwrap_or(Path::new("/")))?;
            fs::write(path, "")?;
        }
        mount_bind(held, path)?;
        remount(path, mount_flags(&mounts, path) | MountFlags::RDONLY)?;
    }
    // A parent of the folder may be hidden now.
    fs::create_dir_all(plan.folder)?;
    mount_bind(fd_path(&folder), plan.folder)?;
    let flags = mount_flags(&mounts, plan.folder);
    let read_only = if plan.is_writable {
        MountFlags::empty()
    } else {
        MountFlags::RDONLY
    };
    remount(plan.folder, flags | read_only)?;
    for path in covers {
        remount(path, MountFlags::RDONLY)?;
    }
    // Only our own processes, and no writable system settings.
    let quiet = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    mount("proc", "/proc", "proc", quiet | MountFlags::RDONLY, None)?;
    Ok(())
}

fn open_path(path: &Path) -> io::Result<OwnedFd> {
    Ok(rustix::fs::open(
        path,
        OFlags::PATH | OFlags::CLOEXEC,
        Mode::empty(),
    )?)
}

fn fd_path(file: &OwnedFd) -> String {
    format!("/proc/self/fd/{}", file.as_raw_fd())
}

fn cover(path: &Path, size: u64) -> io::Result<()> {
    let options = format!("size={size},mode=1777");
    let options = std::ffi::CString::new(options).map_err(io::Error::other)?;
    let quiet = MountFlags::NOSUID | MountFlags::NODEV;
    Ok(mount("tmpfs", path, "tmpfs", quiet, &*options)?)
}

fn remount(path: &Path, flags: MountFlags) -> io::Result<()> {
    Ok(mount_remount(path, MountFlags::BIND | flags, "")?)
}

/// Mounts a `/dev` with only harmless devices.
fn mount_devices() -> io::Result<()> {
    let dev = Path::new("/dev");
    let kept: Vec<(&str, OwnedFd)> = DEVICES
        .iter()
        .filter_map(|&name| Some((name, open_path(&dev.join(name)).ok()?)))
        .collect();
    cover(dev, 1 << 16)?;
    for (name, file) in &kept {
        let place = dev.join(name);
        fs::write(&place, "")?;
        mount_bind(fd_path(file), &place)?;
    }
    fs::create_dir(dev.join("shm"))?;
    for (name, target) in [
        ("fd", "/proc/self/fd"),
        ("stdin", "/proc/self/fd/0"),
        ("stdout", "/proc/self/fd/1"),
        ("stderr", "/proc/self/fd/2"),
    ] {
        std::os::unix::fs::symlink(target, dev.join(name))?;
    }
    remount(dev, MountFlags::RDONLY | MountFlags::NOSUID)
}

/// A mounted file system: its mount point, and the flags that it must keep.
struct Mounted {
    place: PathBuf,
    flags: MountFlags,
}

fn read_mounts() -> io::Result<Vec<Mounted>> {
    let text = fs::read_to_string("/proc/self/mountinfo")?;
    let read = |line: &str| {
        let fields: Vec<&str> = line.split(' ').collect();
        let (place, options) = (fields.get(4)?, fields.get(5)?);
        let flags = options.split(',').map(|option| match option {
            "nosuid" => MountFlags::NOSUID,
            "nodev" => MountFlags::NODEV,
            "noexec" => MountFlags::NOEXEC,
            "noatime" => MountFlags::NOATIME,
            "nodiratime" => MountFlags::NODIRATIME,
            "relatime" => MountFlags::RELATIME,
            _ => MountFlags::empty(),
        });
        Some(Mounted {
            place: PathBuf::from(unescaped(place)),
            flags: flags.fold(MountFlags::empty(), |all, flag| all | flag),
        })
    };
    Ok(text.lines().filter_map(read).collect())
}

/// Decodes a path of `mountinfo`: the kernel writes blanks and similar characters as `\040`.
fn unescaped(text: &str) -> String {
    let mut out = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let code = (bytes[at] == b'\\')
            .then(|| text.get(at + 1..at + 4))
            .flatten()
            .and_then(|digits| u8::from_str_radix(digits, 8).ok());
        match code {
            Some(byte) => {
                out.push(byte);
                at += 4;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// The flags of the file system that a path is on.
fn mount_flags(mounts: &[Mounted], path: &Path) -> MountFlags {
    let around = mounts.iter().filter(|mount| path.starts_with(&mount.place));
    let nearest = around.max_by_key(|mount| mount.place.as_os_str().len());
    nearest.map_or(MountFlags::empty(), |mount| mount.flags)
}

fn make_read_only(mounted: &Mounted) -> io::Result<()> {
    match remount(&mounted.place, mounted.flags | MountFlags::RDONLY) {
        Ok(()) => Ok(()),
        // Another file system is mounted over it, or we may not enter the folder: no program inside can reach
        // it either.
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::InvalidInput | io::ErrorKind::PermissionDenied
            ) && !is_reachable(&mounted.place) =>
        {
            Ok(())
        }
        Err(error) => Err(io::Error::new(
            error.kind(),
            format!("{} cannot be made read-only: {error}", mounted.place.display()),
        )),
    }
}

/// Whether a file system is visible at its mount point, and not covered by a later mount.
fn is_reachable(place: &Path) -> bool {
    let Ok(mounts) = read_mounts() else { return true };
    let hiding = mounts.iter().rposition(|mount| mount.place == place);
    let covered_later = |mount: &Mounted| place.starts_with(&mount.place) && mount.place != place;
    match hiding {
        Some(at) => place.exists() && !mounts[at + 1..].iter().any(covered_later),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mount_points_with_blanks_are_parsed() {
        assert_eq!(unescaped(r"/my\040files/a\134b"), r"/my files/a\b");
        assert_eq!(unescaped(r"/plain\9"), r"/plain\9");
    }

    #[test]
    fn the_flags_of_a_path_are_those_of_its_nearest_mount() {
        let mounts =
            [("/", MountFlags::RELATIME), ("/srv", MountFlags::NOSUID)].map(|(place, flags)| Mounted {
                place: PathBuf::from(place),
                flags,
            });
        assert_eq!(mount_flags(&mounts, Path::new("/srv/class")), MountFlags::NOSUID);
        assert_eq!(mount_flags(&mounts, Path::new("/srvx")), MountFlags::RELATIME);
    }
}
