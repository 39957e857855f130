import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { aChofer } from './factories.ts'
import { openOfficeWithPilot } from './openOffice.ts'
import type { ApiResponse, Client } from './testApp.ts'

const fileSignatures = {
  // Contains a frame header: random bytes could be read as one.
  jpg: Buffer.from('ffd8ffc0000b080064006401011100ffda', 'hex'),
  png: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  webp: Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'),
  pdf: Buffer.from('%PDF-1.7\n'),
}

/** Returns random bytes with the signature of this kind. */
export const aFile = (kind: keyof typeof fileSignatures = 'jpg', length = 2000): Buffer =>
  Buffer.concat([fileSignatures[kind], randomBytes(length - fileSignatures[kind].length)])

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
