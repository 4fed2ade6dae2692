"""Not Lines of Action: Gus looks for the expected outputs, calls home, fills the disk, and leaves a process behind."""

import glob
import os
import socket
import subprocess

answers = glob.glob("../../**/*.std", recursive=True) + glob.glob("/**/class/tests/*.std", recursive=False)
for path in answers:
    print(open(path).read())
try:
    socket.create_connection(("192.0.2.1", 80), timeout=1)
except OSError as error:
    print("no network:", error)
try:
    with open("graded.txt", "w") as file:
        file.write("full points")
except OSError as error:
    print("no writing:", error)
if os.fork() == 0:
    os.setsid()
    subprocess.call(["sleep", "3600"])
while True:
    print("x" * 4096)
