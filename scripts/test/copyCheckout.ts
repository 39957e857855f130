import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { projectFiles } from '../projectFiles.ts'
import { root } from '../run.ts'

/** Copies HEAD into an empty folder, or all project files if there is no git. */
export const copyCheckout = (to: string) => {
  // Root may test another user's checkout.
  const archive = ['-c', 'safe.directory=*', '-C', root, 'archive', 'HEAD']
  const { status, stdout } = spawnSync('git', archive, { maxBuffer: 1 << 28 })
  if (status === 0) execFileSync('tar', ['-x', '-C', to], { input: stdout })
  else for (const name of projectFiles()) cpSync(join(root, name), join(to, name), { recursive: true })
}
