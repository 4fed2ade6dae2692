//! What a program inside sees: every file system read-only, a few empty folders in place of what is nobody's business,
//! devices that cannot hurt, its own processes, and the folder that it runs in.

use std::fs;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags};
use rustix::mount::{MountFlags, mount, mount_bind, mount_remount};

use super::{COVERED, SCRATCH, secrets};

/// The devices that programs need.
const DEVICES: [&str; 6] = ["null", "zero", "full", "random", "urandom", "tty"];

/// What to build around a program.
pub(super) struct Plan<'a> {
    pub(super) folder: &'a Path,
    pub(super) is_writable: bool,
    /// Files and folders that stay visible, read-only, where all around them is covered.
    pub(super) named: &'a [PathBuf],
    pub(super) hidden: &'a [PathBuf],
    pub(super) scratch: u64,
}

/// Builds the walls, in namespaces of our own.
pub(super) fn build(plan: &Plan<'_>) -> io::Result<()> {
    // What is covered below may hold the folder, so it is held open.
    let folder = hold(plan.folder)?;
    let named: Vec<OwnedFd> = plan
        .named
        .iter()
        .map(|path| hold(path))
        .collect::<io::Result<_>>()?;
    let secrets = secrets();
    let mounts = read_mounts()?;
    for mount in &mounts {
        make_read_only(mount)?;
    }
    new_devices()?;
    // They become read-only when everything has its place in them.
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
        let held = held(file);
        if fs::metadata(&held)?.is_dir() {
            fs::create_dir_all(path)?;
        } else {
            fs::create_dir_all(path.parent().unwrap_or(Path::new("/")))?;
            fs::write(path, "")?;
        }
        mount_bind(held, path)?;
        remount(path, mount_flags(&mounts, path) | MountFlags::RDONLY)?;
    }
    // The way to the folder may lead through something that is hidden now.
    fs::create_dir_all(plan.folder)?;
    mount_bind(held(&folder), plan.folder)?;
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
    // Only our own processes, and nothing of the system to set.
    let quiet = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    mount("proc", "/proc", "proc", quiet | MountFlags::RDONLY, None)?;
    Ok(())
}

fn hold(path: &Path) -> io::Result<OwnedFd> {
    Ok(rustix::fs::open(
        path,
        OFlags::PATH | OFlags::CLOEXEC,
        Mode::empty(),
    )?)
}

fn held(file: &OwnedFd) -> String {
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

/// A `/dev` with nothing but harmless devices.
fn new_devices() -> io::Result<()> {
    let dev = Path::new("/dev");
    let kept: Vec<(&str, OwnedFd)> = DEVICES
        .iter()
        .filter_map(|&name| Some((name, hold(&dev.join(name)).ok()?)))
        .collect();
    cover(dev, 1 << 16)?;
    for (name, file) in &kept {
        let place = dev.join(name);
        fs::write(&place, "")?;
        mount_bind(held(file), &place)?;
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

/// A mounted file system: where, and the flags that it must keep.
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

/// The kernel writes blanks and the like as `\040`.
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
        // It is under another one, or a folder that we may not enter: nobody inside can reach it either.
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

/// Whether a file system can be seen at its place: what is mounted there now is it and not another over it.
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
    fn places_with_blanks_are_read() {
        assert_eq!(unescaped(r"/my\040files/a\134b"), r"/my files/a\b");
        assert_eq!(unescaped(r"/plain\9"), r"/plain\9");
    }

    #[test]
    fn the_nearest_file_system_around_a_path_counts() {
        let mounts =
            [("/", MountFlags::RELATIME), ("/srv", MountFlags::NOSUID)].map(|(place, flags)| Mounted {
                place: PathBuf::from(place),
                flags,
            });
        assert_eq!(mount_flags(&mounts, Path::new("/srv/class")), MountFlags::NOSUID);
        assert_eq!(mount_flags(&mounts, Path::new("/srvx")), MountFlags::RELATIME);
    }
}
