import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join, sep } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { qualityOf } from './acceptHeader.ts'

/** What a build may hold; a file of any other kind is not sent. */
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

/** How a build compresses, the smallest first. */
const encodings = [
  { name: 'br', ending: '.br', compress: (plain: Buffer) => brotliCompressSync(plain) },
  { name: 'gzip', ending: '.gz', compress: (plain: Buffer) => gzipSync(plain, { level: 9 }) },
]

const aYear = 31_536_000

interface Bodies {
  plain: Buffer
  compressed: { name: string; content: Buffer }[]
}

/** A file of the web app as it is sent: nothing is compressed for a request. */
export interface BuiltFile {
  headers: Record<string, string>
  bodies: () => Bodies
}

/** The files of a build by their addresses, each in memory once it was asked for. Hidden files are none. */
export function readBuild(folder: string): Map<string, BuiltFile> {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const sent = names.map((name) => name.replaceAll(sep, '/')).filter((name) => contentTypes[extname(name)])
  const visible = sent.filter((name) => !name.split('/').some((part) => part.startsWith('.')))
  return new Map(visible.map((name) => [`/${name}`, builtFileAt(join(folder, name))]))
}

function builtFileAt(path: string): BuiltFile {
  if (!path.includes(`${sep}assets${sep}`)) return toBuiltFile(path, bodiesAt(path))
  let read: Bodies | undefined
  return {
    // Its name has the hash of what it holds, so that an older build's, which are many, need not be read.
    headers: { ...headersOf(path, basename(path)), 'Cache-Control': `public, max-age=${aYear}, immutable` },
    bodies: () => {
      read ??= bodiesAt(path)
      return read
    },
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
  // Weak: it is the same for every encoding.
  ETag: `W/"${createHash('sha256').update(tagged).digest('base64url')}"`,
})

const manifest = '/manifest.webmanifest'
const page = '/index.html'

/** Installed, and until a page has its own title, the program is called as the company is. */
export function applyCompanyName(files: Map<string, BuiltFile>, empresa: string): void {
  const change = (path: string, named: (text: string) => string) => {
    const built = files.get(path)
    if (!built) return
    const plain = Buffer.from(named(built.bodies().plain.toString()))
    const compressed = encodings.map(({ name, compress }) => ({ name, content: compress(plain) }))
    files.set(path, toBuiltFile(path, { plain, compressed }))
  }
  change(manifest, (text) =>
    JSON.stringify({ ...(JSON.parse(text) as object), name: empresa, short_name: empresa }),
  )
  const said = empresa.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`)
  change(page, (text) => text.replace(/(<title>|app-title" content=")[^<"]*/g, (_, before) => before + said))
}

export function sendBuilt(file: BuiltFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { 'if-none-match': known = '', 'accept-encoding': accepted } = request.headers
  const vary = reply.getHeader('Vary')
  void reply.headers({ ...file.headers, Vary: vary ? `${String(vary)}, Accept-Encoding` : 'Accept-Encoding' })
  if (reply.statusCode === 200 && known.includes(file.headers.ETag ?? '')) return reply.code(304).send()
  const { plain, compressed } = file.bodies()
  const better = compressed.find(({ name }) => qualityOf(name, accepted) > 0)
  if (better) void reply.header('Content-Encoding', better.name)
  return reply.send(better?.content ?? plain)
}
