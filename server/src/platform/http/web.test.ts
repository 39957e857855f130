import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { pages } from '@flota/contract/core/pages.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpointRequests } from '../../test/endpointRequests.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { readEnv } from '../env.ts'

const pageNamed = (empresa: string) =>
  `<!doctype html><title>${empresa}</title><meta name="apple-mobile-web-app-title" content="${empresa}" /><script type="module" src="/assets/a-1b2c3d4e.js"></script>`
const script = 'console.log("hola")\n'.repeat(200)
const empresa = 'Transportes "Xelajú" $& <Hijos>'
/** The page with the company's name. */
const html = pageNamed('Transportes &#34;Xelajú&#34; $&#38; &#60;Hijos&#62;')
const manifest = '{"name":"Transportes","short_name":"Transportes","start_url":"/"}'

let folder: string
let server: TestApp
let app: FastifyInstance
let browser: Client
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flota-web-'))
  await mkdir(join(folder, 'assets'))
  const files = {
    'index.html': pageNamed('Transportes'),
    'assets/a-1b2c3d4e.js': script,
    'glifo.svg': '<svg/>',
    'manifest.webmanifest': manifest,
  }
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), content)
    await writeFile(join(folder, `${name}.br`), brotliCompressSync(content))
    await writeFile(join(folder, `${name}.gz`), gzipSync(content))
  }
  await writeFile(join(folder, '.secreto'), 'no')
  server = await testApp({ webFolder: folder, env: readEnv({ EMPRESA_NOMBRE: empresa }) })
  app = server.app
  browser = server.clientOf(app)
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const visit = (url: string, accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8') =>
  browser.send({ method: 'GET', url, headers: { accept } })
const fill = (page: string) => page.replace(/:\w+/g, '7')

/** Returns the sources of one directive of the policy. */
const directive = (policy: unknown, name: string) =>
  String(policy)
    .split(';')
    .map((part) => part.trim().split(/\s+/))
    .find(([key]) => key === name)
    ?.slice(1)

describe('a page', () => {
  test.each(Object.keys(pages).map(fill))('%s: returns the web app with its policy', async (url) => {
    const { status, headers, body } = await visit(url)
    expect([status, body]).toEqual([200, html])
    expect(headers['content-type']).toMatch(/^text\/html; *charset=utf-8$/i)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('same-origin')
    const policy = headers['content-security-policy']
    const scripts = directive(policy, 'script-src') ?? directive(policy, 'default-src')
    expect(scripts).toBeDefined()
    for (const unsafe of ["'unsafe-inline'", "'unsafe-eval'", '*', 'data:', 'https:', 'http:'])
      expect(scripts).not.toContain(unsafe)
    expect(directive(policy, 'frame-ancestors')).toEqual(["'none'"])
    // No other origin and nothing inline but styles.
    for (const part of String(policy).split('; ')) {
      const [name, ...sources] = part.split(' ')
      const own = ["'self'", "'none'", 'data:', 'blob:', ...(name === 'style-src' ? ["'unsafe-inline'"] : [])]
      expect([name, sources.filter((source) => !own.includes(source))]).toEqual([name, []])
    }
    expect(directive(policy, 'default-src')).toEqual(["'self'"])
    expect(headers['x-frame-options']).toBe('DENY')
    // Frames show only blobs that the browser made, to print them.
    expect(directive(policy, 'frame-src')).toEqual(['blob:'])
    // A new version must arrive at the next visit.
    expect(String(headers['cache-control'])).not.toMatch(/immutable|max-age=[1-9]/)
    for (const name of ['x-powered-by', 'access-control-allow-origin']) expect(headers[name]).toBeUndefined()
  })

  test.each(Object.keys(pages).map(fill))('%s: answers HEAD without a body', async (url) => {
    const answer = await browser.send({ method: 'HEAD', url, headers: { accept: 'text/html' } })
    expect([answer.status, answer.body]).toEqual([200, ''])
  })

  test.each(['/login', '/camiones', '/'])('%s: returns 405 for other methods', async (url) => {
    const answer = await browser.send({ method: 'POST', url, payload: 'x' })
    expect([answer.status, answer.body.error.code]).toEqual([405, 'METODO_NO_PERMITIDO'])
    expect(String(answer.headers.allow).split(', ').toSorted()).toEqual(['GET', 'HEAD'])
  })

  test.each([
    '/nada',
    '/camiones/7/8',
    '/editar-camiones',
    '/login/',
    '/API/camiones',
    '/apis',
    '/usuariosx',
    '/x/%C3%B1',
  ])('%s: returns the web app with 404', async (url) => {
    const { status, headers, body } = await visit(url)
    expect([status, body]).toEqual([404, html])
    expect(headers['content-type']).toContain('text/html')
    expect(directive(headers['content-security-policy'], 'frame-ancestors')).toEqual(["'none'"])
  })

  test('returns 404 when the address is badly encoded', async () => {
    for (const url of ['/%', '/%zz', '/%c0%af', '/login%00', '/%E0%A4%A']) {
      const { status, headers } = await visit(url)
      expect([url, status]).toEqual([url, 404])
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
  })
})

describe('an asset', () => {
  test('is immutable for a year', async () => {
    const { status, headers, body } = await visit('/assets/a-1b2c3d4e.js')
    expect([status, body]).toEqual([200, script])
    expect(headers['content-type']).toMatch(/javascript/)
    expect(headers['cache-control']).toMatch(/immutable/)
    expect(headers['cache-control']).toMatch(/max-age=31536000/)
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])('is sent in the best encoding of %s', async (accepted, encoding) => {
    const answer = await app.inject({
      url: '/assets/a-1b2c3d4e.js',
      headers: { 'accept-encoding': accepted },
    })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers['content-type']).toMatch(/javascript/)
    // A shared cache must keep the encodings apart.
    expect(String(answer.headers.vary)).toMatch(/accept-encoding/i)
    expect(answer.headers['cache-control']).toMatch(/immutable/)
    const content = encoding === 'gzip' ? gunzipSync(answer.rawPayload).toString() : script
    expect(content).toBe(script)
    expect(answer.rawPayload.length < script.length / 2).toBe(encoding !== undefined)
  })

  test('is revalidated when its name has no hash', async () => {
    const { status, headers } = await visit('/glifo.svg')
    expect(status).toBe(200)
    expect(String(headers['cache-control'])).not.toMatch(/immutable/)
  })

  test('returns 304 when the client has it', async () => {
    const first = await browser.send({ method: 'GET', url: '/glifo.svg' })
    const headers = { 'if-none-match': String(first.headers.etag), 'accept-encoding': 'br' }
    const again = await browser.send({ method: 'GET', url: '/glifo.svg', headers })
    expect([again.status, again.body, again.headers['content-encoding']]).toEqual([304, '', undefined])
    expect(again.headers).toMatchObject({ etag: first.headers.etag, vary: 'Accept-Encoding' })
    const page = await visit('/nada')
    const none = { 'if-none-match': String(page.headers.etag) }
    // An unknown page has the same ETag, but no 304.
    expect((await browser.send({ method: 'GET', url: '/nada', headers: none })).status).toBe(404)
  })

  test('has the company’s name when it is the manifest', async () => {
    const { status, headers, body } = await browser.send({
      method: 'GET',
      url: '/manifest.webmanifest',
    })
    expect([status, headers['content-type']]).toEqual([200, 'application/manifest+json'])
    expect(body).toEqual({ name: empresa, short_name: empresa, start_url: '/' })
  })

  test('answers HEAD with its length and without a body', async () => {
    const { status, headers, body } = await browser.send({ method: 'HEAD', url: '/glifo.svg' })
    expect([status, body, headers['content-length']]).toEqual([200, '', '6'])
  })

  test.each(['/index.html', '/glifo.svg.br', '/assets'])('%s: returns 404', async (url) => {
    expect((await visit(url)).status).toBe(404)
  })

  test.each([
    '/assets/nada-12345678.js',
    '/favicon.ico',
    '/robots.txt',
    '/nada/x.png',
    '/.env',
    '/.secreto',
    '/.git/config.txt',
  ])('%s: returns a plain 404', async (url) => {
    const { status, headers, body } = await visit(url)
    expect(status).toBe(404)
    expect(headers['content-type']).toContain('text/plain')
    expect(body).not.toContain('<')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(String(headers['cache-control'])).not.toMatch(/immutable|max-age=[1-9]/)
  })

  test.each([
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/..%2f..%2fpackage.json',
    '/assets/..%5c..%5cpackage.json',
    '//etc/passwd',
  ])('%s: does not leave the folder', async (url) => {
    const { status, body } = await visit(url)
    expect(status).toBe(404)
    expect(body).not.toMatch(/"name"|root:/)
  })
})

describe('an address that is both page and call', () => {
  const both = endpointRequests.some(({ url }) => url === '/usuarios')

  test.runIf(both)('/usuarios: returns the web app to a navigation and the users to a call', async () => {
    const page = await visit('/usuarios')
    expect([page.status, page.body]).toEqual([200, html])
    expect((await visit('/usuarios?pagina=2')).body).toBe(html)
    const admin = await server.as()
    for (const accept of ['application/json', '*/*', '', 'application/json, text/html;q=0.5']) {
      const answer = await admin.send({ method: 'GET', url: '/usuarios', headers: { accept } })
      expect([accept, answer.status, answer.body.success]).toEqual([accept, 200, true])
    }
    for (const url of ['/usuarios', '/usuarios/1', '/piloto']) {
      expect(String((await visit(url)).headers.vary)).toMatch(/(^|[ ,])accept($|[ ,])/i)
    }
    expect((await visit('/usuarios/1')).status).toBe(401)
    expect((await visit('/piloto')).status).toBe(401)
  })

  test('returns JSON with 404 when the call is unknown, whatever Accept says', async () => {
    for (const url of ['/api/nada', '/piloto/nada', '/usuarios/1/nada']) {
      const { status, body } = await visit(url)
      expect([status, body.error?.code]).toEqual([404, 'NO_ENCONTRADO'])
    }
  })
})
