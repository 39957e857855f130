import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { aChofer } from './factories.ts'
import { openOfficeWithPilot } from './openOffice.ts'
import type { ApiResponse, Client } from './testApp.ts'

const fileSignatures = {
  // With a size: what is random after it could be taken for one.
  jpg: Buffer.from('ffd8ffc0000b080064006401011100ffda', 'hex'),
  png: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  webp: Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'),
  pdf: Buffer.from('%PDF-1.7\n'),
}

/** Bytes that begin as a file of this kind does, and are no other's. */
export const aFile = (kind: keyof typeof fileSignatures = 'jpg', length = 2000): Buffer =>
  Buffer.concat([fileSignatures[kind], randomBytes(length - fileSignatures[kind].length)])

interface UploadOptions {
  type?: string
  key?: string
}

/** Sends bytes, by default as a browser sends what it knows nothing of. */
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

/** Adds a file. @returns its record */
export async function addFile(client: Client, url: string, bytes: Buffer = aFile()) {
  const { status, body } = await sendFile(client, url, bytes)
  expect([status, body.error]).toEqual([201, undefined])
  return body.data
}

export const statusAndMessage = ({ status, body }: ApiResponse): [number, string] => [status, body.message]

/** The files that lie in a folder of files, with those that are arriving. */
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

/** An office, its trip with the pilot who drives it, and a pilot who does not. */
export async function openTwoPilots() {
  const { office, piloto } = await openOfficeWithPilot('julio')
  const { admin } = office
  const { id: piloto_id } = (await admin.post('/api/choferes', aChofer())).body.data
  const otherPiloto = await office.server.as({ rol: 'piloto', piloto_id })
  const ruta: number = (await office.create()).id
  return { office, admin, piloto, otherPiloto, ruta }
}
