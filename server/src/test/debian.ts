import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

// Downloads and unpacks Debian's current PostgreSQL. Nothing is installed, no cluster of Debian is created.

const execFileAsync = promisify(execFile)

/** Runs apt in a folder of its own, so that it needs no root and no lock. */
const apt = async (directory: string, command: string, ...words: string[]) => {
  const settings = [
    `Dir::State::Lists=${directory}/lists`,
    `Dir::Cache=${directory}/cache`,
    'APT::Sandbox::User=root',
  ]
  const options = settings.flatMap((setting) => ['-o', setting])
  const { stdout } = await execFileAsync(command, [...options, ...words], { cwd: directory, maxBuffer: 1e8 })
  return stdout.split('\n').filter(Boolean)
}

export interface Debian {
  /** Supported major versions in the repositories, oldest first. */
  majors: number[]
  /** Unpacks a major version. Returns the folder with its programs. */
  unpack(major: number): Promise<string>
  remove(): Promise<void>
}

/** Returns undefined if apt is missing. */
export async function openDebian(): Promise<Debian | undefined> {
  if (!existsSync('/usr/bin/apt-get')) return undefined
  const aptRoot = await mkdtemp(join(tmpdir(), 'flota-debian-'))
  // The user that PostgreSQL runs as has to enter it.
  await chmod(aptRoot, 0o755)
  for (const name of ['lists/partial', 'cache/archives/partial'])
    await mkdir(join(aptRoot, name), { recursive: true })
  await apt(aptRoot, 'apt-get', '-qq', 'update')
  const names = await apt(aptRoot, 'apt-cache', 'pkgnames', 'postgresql-')
  const majors = names.flatMap((name) => /^postgresql-(\d+)$/.exec(name)?.[1] ?? []).map(Number)
  return {
    majors: majors.filter((major) => major >= 15).toSorted((a, b) => a - b),
    unpack: (major) => unpack(aptRoot, `postgresql-${major}`, String(major)),
    remove: () => rm(aptRoot, { recursive: true, force: true }),
  }
}

/** Unpacks the package with missing dependencies, except those needed only for an installation. */
async function unpack(directory: string, name: string, major: string): Promise<string> {
  const install = await apt(directory, 'apt-get', '-s', 'install', '--no-install-recommends', name)
  const missing = install.flatMap((line) => /^Inst (\S+)/.exec(line)?.[1] ?? [])
  const root = join(directory, major)
  const packages = new Set([name, ...missing.filter((each) => each.startsWith('lib'))])
  await apt(directory, 'apt-get', '-qq', 'download', ...packages)
  for (const file of (await readdir(directory)).filter((each) => each.endsWith('.deb'))) {
    await execFileAsync('dpkg', ['-x', join(directory, file), root])
    await rm(join(directory, file))
  }
  return programsOf(root, major)
}

/**
 * Returns the folder with the programs. PostgreSQL finds its own files from there, but needs the path of
 * libraries.
 */
async function programsOf(root: string, major: string): Promise<string> {
  const libraries: string[] = []
  for (const folder of ['lib', 'usr/lib'].map((each) => join(root, each)).filter((path) => existsSync(path)))
    for (const each of await readdir(folder)) if (each.includes('-linux-')) libraries.push(join(folder, each))
  const programs = join(root, 'programas')
  await mkdir(programs)
  for (const program of ['postgres', 'initdb']) {
    const real = join(root, 'usr/lib/postgresql', major, 'bin', program)
    const script = `#!/bin/sh\nLD_LIBRARY_PATH='${libraries.join(':')}' exec '${real}' "$@"\n`
    await writeFile(join(programs, program), script, { mode: 0o755 })
  }
  return programs
}
