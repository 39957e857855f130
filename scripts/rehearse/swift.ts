import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { sendS3Request } from '../../server/src/platform/store/s3/s3Request.ts'
import { fillTemplate } from '../failover/fillTemplate.ts'
import { freePorts, host } from '../failover/loopback.ts'
import type { ProcessGroup } from '../failover/processGroup.ts'
import { waitUntil } from '../failover/waitUntil.ts'

export interface Store {
  /** Variables that lead to what lies in its bucket below a prefix. */
  env(purpose: 'ARCHIVOS_S3' | 'RESPALDO_S3', prefix: string): Record<string, string>
}

const key = 'flota:oficina'
const secret = 'ensayo'
const kinds = ['account', 'container', 'object'] as const

/** Debian's Swift with one disk and an empty bucket, which speaks S3. */
export async function startSwift(ground: ProcessGroup): Promise<Store> {
  const folder = ground.folder('swift')
  ground.folder('swift/discos')
  ground.folder('swift/discos/d1')
  ground.write(join(folder, 'swift.conf'), fillTemplate('swift.conf', {}))
  const [front = 0, ...ports] = await freePorts(1 + kinds.length)
  for (const [i, kind] of kinds.entries()) startDisk(ground, folder, kind, ports[i] ?? 0)
  const config = join(folder, 'proxy.conf')
  ground.write(config, fillTemplate('swift-proxy.conf', { host, port: front, folder, secret }))
  ground.start('swift-proxy', ['swift-proxy-server', config])

  const url = `http://${host}:${front}/cubo`
  const place = { variable: '', url, region: 'us-east-1', key, secret }
  await waitUntil('Swift makes a bucket', 120, ground.signal, async () => {
    try {
      const answer = await sendS3Request(place, { method: 'PUT', url: new URL(url) }, 5000)
      answer.resume()
      return answer.statusCode === 200
    } catch {
      // It does not listen yet.
      return false
    }
  })
  return {
    env: (purpose, prefix) => ({
      [`${purpose}_URL`]: `${url}/${prefix}`,
      [`${purpose}_KEY`]: key,
      [`${purpose}_SECRET`]: secret,
    }),
  }
}

function startDisk(ground: ProcessGroup, folder: string, kind: (typeof kinds)[number], port: number): void {
  const ring = (...words: string[]) => {
    const { status, stdout } = spawnSync('swift-ring-builder', [join(folder, `${kind}.builder`), ...words])
    if (status !== 0) throw new Error(`swift-ring-builder ${words.join(' ')}: ${stdout.toString()}`)
  }
  // 2^4 parts, one copy, which may move after an hour.
  ring('create', '4', '1', '1')
  ring('add', `r1z1-${host}:${port}/d1`, '1')
  ring('rebalance')
  const config = join(folder, `${kind}.conf`)
  ground.write(config, fillTemplate('swift-disk.conf', { host, port, folder, kind }))
  ground.start(`swift-${kind}`, [`swift-${kind}-server`, config])
}
