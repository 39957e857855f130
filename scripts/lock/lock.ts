/** An entry of `packages` in package-lock.json, as far as we read and write it. */
export type LockEntry = {
  version?: string
  resolved?: string
  integrity?: string
  cpu?: string[]
  dev?: boolean
  libc?: string[]
  optional?: boolean
  os?: string[]
  link?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
export type Lock = { packages: Record<string, LockEntry> }
export type Missing = { key: string; name: string; version: string; dev: boolean }

const systems = 'aix android darwin freebsd linux netbsd openbsd openharmony sunos win32'.split(' ')
const processors = 'arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64'.split(' ')
const libraries = [
  { name: 'glibc', pattern: /^gnu/ },
  { name: 'musl', pattern: /^musl/ },
]

/** System, processor and C library as a platform package's name tells them, e.g. binding-linux-arm64-musl. */
export const platformOf = (name: string): Pick<LockEntry, 'cpu' | 'libc' | 'os'> => {
  const words = name.split(/[-/]/)
  const cpu = words.filter((word) => processors.includes(word))
  const os = words.filter((word) => systems.includes(word))
  const libc = libraries
    .filter(({ pattern }) => words.some((word) => pattern.test(word)))
    .map((each) => each.name)
  if (cpu.length === 0 && os.length === 0)
    throw new Error(`The platform of ${name} cannot be told from its name.`)
  return {
    ...(cpu.length && { cpu }),
    ...(libc.length && os.includes('linux') && { libc }),
    ...(os.length && { os }),
  }
}

/** The folders that Node looks in for a package required from `key`, nearest first. */
const lookups = (key: string, name: string): string[] => {
  const places = [`${key === '' ? '' : `${key}/`}node_modules/${name}`]
  for (let at = key.lastIndexOf('node_modules/'); at > 0; at = key.lastIndexOf('node_modules/', at - 1))
    places.push(`${key.slice(0, at)}node_modules/${name}`)
  return [...new Set([...places, `node_modules/${name}`])]
}

const isExact = (range: string): boolean => /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range)

/** Optional dependencies of the lock's packages that have no entry of their own. */
export const missing = ({ packages }: Lock): Missing[] => {
  const found = new Map<string, Missing>()
  for (const [key, { optionalDependencies = {}, dev = false }] of Object.entries(packages))
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const there = lookups(key, name).find((place) => packages[place])
      if (there !== undefined && (!isExact(version) || packages[there]?.version === version)) continue
      if (!isExact(version))
        throw new Error(`${key} wants ${name}@${version}: which version, only a registry knows.`)
      const place = there === undefined ? `node_modules/${name}` : `${key}/node_modules/${name}`
      // What one package needs always is not `dev`, whoever else needs it.
      found.set(place, { key: place, name, version, dev: dev && (found.get(place)?.dev ?? true) })
    }
  return [...found.values()]
}

/** The lock with these entries, in npm's order of keys, so that its next write changes nothing else. */
export const withEntries = (lock: Lock, entries: Record<string, LockEntry>): Lock => {
  const all = Object.entries({ ...lock.packages, ...entries })
  const packages = Object.fromEntries(all.sort(([a], [b]) => a.localeCompare(b, 'en')))
  return { ...lock, packages }
}

const groups = ['dependencies', 'devDependencies', 'optionalDependencies'] as const

/** Why `npm ci` could refuse this lock somewhere, or what it gives away. */
export const problems = (lock: Lock, manifest: (workspace: string) => LockEntry): string[] => {
  const workspaces = Object.keys(lock.packages).filter((key) => !key.includes('node_modules/'))
  const stale = workspaces.filter((workspace) =>
    groups.some((group) => {
      const written = Object.entries(manifest(workspace)[group] ?? {})
      const locked = lock.packages[workspace]?.[group] ?? {}
      return (
        written.length !== Object.keys(locked).length ||
        written.some(([name, range]) => locked[name] !== range)
      )
    }),
  )
  const hosts = Object.entries(lock.packages).filter(([, { resolved = '' }]) => resolved.includes('://'))
  return [
    ...missing(lock).map(
      ({ name, version }) => `${name}@${version} is missing in package-lock.json: npm run lock`,
    ),
    ...stale.map(
      (name) => `package-lock.json does not fit ${name || '.'}/package.json: npm install && npm run lock`,
    ),
    ...hosts.map(([key, { resolved }]) => `${key} names a host: ${resolved}`),
  ]
}
