"""Runs the programs that read cookie files, each for a list of addresses, in as few runs as possible."""

import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PYTHON = '''
import sys, http.client, http.cookiejar, ssl, urllib.request
path, ca, ignore, *urls = sys.argv[1:]
jar = http.cookiejar.MozillaCookieJar(path)
jar.load(**({"ignore_discard": True, "ignore_expires": True} if ignore == "ignore" else {}))
opener = urllib.request.build_opener(
    urllib.request.HTTPCookieProcessor(jar),
    urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=ca)))
for url in urls:
    try:
        opener.open(url).read()
    except UnicodeEncodeError as error:
        print(error, file=sys.stderr)
'''


REQUESTS = '''
import sys, http.cookiejar, requests
path, ca, *urls = sys.argv[1:]
jar = http.cookiejar.MozillaCookieJar(path)
jar.load()
for url in urls:
    try:
        requests.get(url, cookies=jar, verify=ca)
    except UnicodeEncodeError as error:
        print(error, file=sys.stderr)
'''


class Readers:
    """Each method takes a cookie file (a separate copy) and addresses, and returns the output on stderr."""

    netscape = ["curl", "wget", "wget2", "aria2", "python", "python-ignore", "requests", "yt-dlp"]

    def __init__(self, scratch: Path, ca: Path, environment, tools: Path):
        self.scratch, self.ca, self.tools = scratch, str(ca), tools
        # wget2 leaves a lock file in the temporary folder, which would then block other users.
        self.environment = {**environment, "TMPDIR": str(scratch), "SSL_CERT_FILE": str(ca)}

    def run(self, name, jar: Path, urls, tag):
        copy = self.scratch / f"{tag}.jar"
        shutil.copyfile(jar, copy)
        copy.chmod(0o600)
        return getattr(self, name.replace("-", "_"))(str(copy), urls, tag)

    def call(self, *words, stdin=""):
        done = subprocess.run(words, env=self.environment, input=stdin, capture_output=True, text=True, errors="replace",
                              cwd=self.scratch, timeout=80)
        return done.stderr

    def curl(self, jar, urls, tag):
        return self.call("/usr/bin/curl", "-q", "-sS", "--cacert", self.ca, "-o", "/dev/null", "-b", jar,
                         *[word for url in urls for word in (url, "-o", "/dev/null")][:-2])

    def curl_with(self, text, *words):
        """Runs curl with this text on stdin."""
        done = subprocess.run(["/usr/bin/curl", "-q", "-sS", "--cacert", self.ca, "-o", "/dev/null", *words], input=text,
                              env=self.environment, capture_output=True, cwd=self.scratch, timeout=30)
        return done.stderr.decode(errors="replace")

    def wget(self, jar, urls, tag):
        return self.call("/usr/bin/wget", "-nv", "-t", "1", "--no-hsts", "--no-config", "--ca-certificate", self.ca,
                         "--load-cookies", jar, "-O", "/dev/null", *urls)

    def wget2(self, jar, urls, tag):
        return self.call("/usr/bin/wget2", "-nv", "-t", "1", "--no-hsts", "--no-config", "--ca-certificate", self.ca,
                         "--load-cookies", jar, "-O", "/dev/null", *urls)

    def aria2(self, jar, urls, tag):
        lines = "".join(f"{url}\n out={tag}-{number}\n" for number, url in enumerate(urls))
        return self.call("/usr/bin/aria2c", "--no-conf", "-q", "-m", "1", "--file-allocation=none", "-i", "-",
                         f"--ca-certificate={self.ca}", f"--load-cookies={jar}", f"--dir={self.scratch}", stdin=lines)

    def python(self, jar, urls, tag, ignore="no"):
        return self.call("/usr/bin/python3", "-I", "-c", PYTHON, jar, self.ca, ignore, *urls)

    def python_ignore(self, jar, urls, tag):
        return self.python(jar, urls, tag, "ignore")

    def requests(self, jar, urls, tag):
        return self.call("/usr/bin/python3", "-I", "-c", REQUESTS, jar, self.ca, *urls)

    def yt_dlp(self, jar, urls, tag):
        return self.call(str(self.tools / "bin/yt-dlp"), "--ignore-config", "--no-cache-dir", "--ignore-errors", "-q",
                         "--no-update", "--retries", "0", "--extractor-retries", "0", "--cookies", jar, *urls)

    def httpie(self, session, urls, tag):
        # One address per run; the start of the program takes the most time.
        def one(url):
            return self.call("/usr/bin/http", "--ignore-stdin", "--verify", self.ca, "--session-read-only", session, url)
        with ThreadPoolExecutor(2) as pool:
            return "".join(pool.map(one, urls))
