import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { aChofer } from './factories.ts'
import { openOfficeWithPilot } from './openOffice.ts'
import { buildPng } from './png.ts'
import type { ApiResponse, Client } from './testApp.ts'

/** What comes before and after the random bytes: the size and the end of a picture. */
const fileFrames = {
  jpg: ['ffd8ffc0000b080064006401011100ffda0002', 'ffd9'],
  png: ['89504e470d0a1a0a0000000d494844520000006400000064080200000000000000', '0000000049454e44ae426082'],
  webp: ['52494646160000005745425056503820060000000000009d012a64006400', ''],
  pdf: ['255044462d312e370a', ''],
} as const

/** Returns random bytes as a file of this kind, without FF, which begins a marker in a JPEG. */
export function aFile(kind: keyof typeof fileFrames = 'jpg', length = 2000): Buffer {
  const [start, end] = fileFrames[kind].map((each) => Buffer.from(each, 'hex')) as [Buffer, Buffer]
  const filling = randomBytes(length - start.length - end.length).map((byte) => byte % 0xff)
  if (kind === 'png') {
    // One chunk, which ends with its checksum.
    filling.set(Buffer.from('teSt'), 4)
    new DataView(filling.buffer, filling.byteOffset).setUint32(0, filling.length - 12)
  }
  return Buffer.concat([start, filling, end])
}

/** A small picture for a body that takes one. */
export const pngDataUrl = `data:image/png;base64,${buildPng(9, 9, 2).toString('base64')}`

interface UploadOptions {
  type?: string
  key?: string
}

/** Sends bytes, by default as application/octet-stream. */
export const sendFile = (
  client: Client,
  url: string,
  payload: Buffer | string,
  { type = 'application/octet-stream', key }: UploadOptions = {},
): Promise<ApiResponse> =>
  client.send({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': type, ...(key && { 'idempotency-key': key }) },
  })

/** Uploads a file. @returns its record */
export async function addFile(client: Client, url: string, bytes: Buffer = aFile()) {
  const { status, body } = await sendFile(client, url, bytes)
  expect([status, body.error]).toEqual([201, undefined])
  return body.data
}

export const statusAndMessage = ({ status, body }: ApiResponse): [number, string] => [status, body.message]

/** Returns the files of a file store, including unfinished uploads. */
export const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .toSorted()
  } catch {
    return []
  }
}

/** Opens an office with a trip, its pilot and another pilot. */
export async function openTwoPilots() {
  const { office, piloto } = await openOfficeWithPilot('julio')
  const { admin } = office
  const { id: piloto_id } = (await admin.post('/api/choferes', aChofer())).body.data
  const otherPiloto = await office.server.as({ rol: 'piloto', piloto_id })
  const ruta: number = (await office.create()).id
  return { office, admin, piloto, otherPiloto, ruta }
}
