import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join, sep } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { qualityOf } from './headers.ts'

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Encodings of a build's compressed files, the smallest first. */
const encodings = [
  { name: 'br', ending: '.br', compress: (plain: Buffer) => brotliCompressSync(plain) },
  { name: 'gzip', ending: '.gz', compress: (plain: Buffer) => gzipSync(plain, { level: 9 }) },
]

const yearSeconds = 31_536_000

interface Bodies {
  plain: Buffer
  compressed: { name: string; content: Buffer }[]
}

/** A file of the web app with its compressed variants, so that no request compresses it. */
export interface BuiltFile {
  headers: Record<string, string>
  bodies: () => Bodies
}

/** Returns a build's files by address, without hidden ones. Assets are read at their first request. */
function readBuild(folder: string): Map<string, BuiltFile> {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const known = names.map((name) => name.replaceAll(sep, '/')).filter((name) => contentTypes[extname(name)])
  const visible = known.filter((name) => !name.split('/').some((part) => part.startsWith('.')))
  return new Map(visible.map((name) => [`/${name}`, builtFileAt(join(folder, name))]))
}

function builtFileAt(path: string): BuiltFile {
  if (!path.includes(`${sep}assets${sep}`)) return toBuiltFile(path, bodiesAt(path))
  let bodies: Bodies | undefined
  return {
    // The name contains the content's hash, so the ETag needs no read: older builds leave many assets.
    headers: {
      ...headersOf(path, basename(path)),
      'Cache-Control': `public, max-age=${yearSeconds}, immutable`,
    },
    bodies: () => (bodies ??= bodiesAt(path)),
  }
}

const bodiesAt = (path: string): Bodies => ({
  plain: readFileSync(path),
  compressed: encodings
    .map(({ name, ending }) => ({ name, path: path + ending }))
    .filter((variant) => existsSync(variant.path))
    .map((variant) => ({ name: variant.name, content: readFileSync(variant.path) })),
})

const toBuiltFile = (path: string, bodies: Bodies): BuiltFile => ({
  headers: { ...headersOf(path, bodies.plain), 'Cache-Control': 'no-cache' },
  bodies: () => bodies,
})

const headersOf = (path: string, tagged: string | Buffer) => ({
  'Content-Type': contentTypes[extname(path)] ?? '',
  // Weak, because all encodings share it.
  ETag: `W/"${createHash('sha256').update(tagged).digest('base64url')}"`,
})

const manifest = '/manifest.webmanifest'
const pagePath = '/index.html'

/** Puts the company's name into the manifest and the page's title. */
function applyCompanyName(files: Map<string, BuiltFile>, empresa: string): void {
  const replaceText = (path: string, rename: (text: string) => string) => {
    const built = files.get(path)
    if (!built) return
    const plain = Buffer.from(rename(built.bodies().plain.toString()))
    const compressed = encodings.map(({ name, compress }) => ({ name, content: compress(plain) }))
    files.set(path, toBuiltFile(path, { plain, compressed }))
  }
  replaceText(manifest, (text) =>
    JSON.stringify({ ...(JSON.parse(text) as object), name: empresa, short_name: empresa }),
  )
  const escaped = empresa.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`)
  replaceText(pagePath, (text) =>
    text.replace(/(<title>|app-title" content=")[^<"]*/g, (_, before) => before + escaped),
  )
}

/** Reads a build whose page and manifest have the company's name, which may change while the program runs. */
export function readNamedBuild(folder: string, empresa: string) {
  const files = readBuild(folder)
  const page = files.get(pagePath)
  let app: BuiltFile | undefined
  let applied: string | undefined
  const applyName = (nombre: string) => {
    if (nombre === applied) return
    applied = nombre
    if (page) files.set(pagePath, page)
    applyCompanyName(files, nombre)
    app = files.get(pagePath)
    files.delete(pagePath)
  }
  applyName(empresa)
  // The page is served below its own addresses only; undefined without a build.
  return { files, appOf: () => app, applyName }
}
export type NamedBuild = ReturnType<typeof readNamedBuild>

export function sendBuilt(file: BuiltFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { 'if-none-match': known = '', 'accept-encoding': accepted } = request.headers
  const vary = reply.getHeader('Vary')
  void reply.headers({ ...file.headers, Vary: vary ? `${String(vary)}, Accept-Encoding` : 'Accept-Encoding' })
  if (reply.statusCode === 200 && known.includes(file.headers.ETag ?? '')) return reply.code(304).send()
  const { plain, compressed } = file.bodies()
  const variant = compressed.find(({ name }) => qualityOf(name, accepted) > 0)
  if (variant) void reply.header('Content-Encoding', variant.name)
  return reply.send(variant?.content ?? plain)
}
