import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { qualityOf } from './quality.ts'

/** What a build may hold; a file of any other kind is not sent. */
const types: Record<string, string> = {
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
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
]

const aYear = 31_536_000

/** A file of the web app as it is sent: nothing is opened or compressed for a request. */
export interface BuiltFile {
  headers: Record<string, string>
  content: Buffer
  compressed: { name: string; content: Buffer }[]
}

/** The files of a build by their addresses, all in memory: their weight has a budget. Hidden files are none. */
export function readBuild(folder: string): Map<string, BuiltFile> {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const sent = names.map((name) => name.replaceAll(sep, '/')).filter((name) => types[extname(name)])
  const visible = sent.filter((name) => !name.split('/').some((part) => part.startsWith('.')))
  return new Map(visible.map((name) => [`/${name}`, readBuilt(join(folder, name))]))
}

function readBuilt(path: string): BuiltFile {
  const compressed = encodings
    .map(({ name, ending }) => ({ name, path: path + ending }))
    .filter((variant) => existsSync(variant.path))
    .map((variant) => ({ name: variant.name, content: readFileSync(variant.path) }))
  return builtOf(path, readFileSync(path), compressed)
}

function builtOf(path: string, content: Buffer, compressed: BuiltFile['compressed'] = []): BuiltFile {
  const isHashed = path.includes(`${sep}assets${sep}`)
  return {
    headers: {
      'Content-Type': types[extname(path)] ?? '',
      'Cache-Control': isHashed ? `public, max-age=${aYear}, immutable` : 'no-cache',
      // Weak: it is the same for every encoding.
      ETag: `W/"${createHash('sha256').update(content).digest('base64url')}"`,
    },
    content,
    compressed,
  }
}

const manifest = '/manifest.webmanifest'

/** Installed, the program is called as the company is. */
export function nameManifest(files: Map<string, BuiltFile>, empresa: string): void {
  const built = files.get(manifest)
  if (!built) return
  const read = JSON.parse(built.content.toString()) as object
  const named = { ...read, name: empresa, short_name: empresa }
  files.set(manifest, builtOf(manifest, Buffer.from(JSON.stringify(named))))
}

export function sendBuilt(file: BuiltFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { 'if-none-match': known = '', 'accept-encoding': accepted } = request.headers
  const vary = reply.getHeader('Vary')
  void reply.headers({ ...file.headers, Vary: vary ? `${String(vary)}, Accept-Encoding` : 'Accept-Encoding' })
  if (reply.statusCode === 200 && known.includes(file.headers.ETag ?? '')) return reply.code(304).send()
  const better = file.compressed.find(({ name }) => qualityOf(name, accepted) > 0)
  if (better) void reply.header('Content-Encoding', better.name)
  return reply.send(better?.content ?? file.content)
}
