import { createDataDirectory, startCommand, startProgram } from '../program.ts'

export type ProgramPair = Awaited<ReturnType<typeof startProgramPair>>

/** Starts two programs with these variables, each with a DATA_DIR of its own. */
export async function startProgramPair(env: Record<string, string>, signal: AbortSignal) {
  const directory = await createDataDirectory()
  const dataDir = (name: string) => ({ ...env, DATA_DIR: `${directory.path}/${name}` })
  const start = async (name: string) => {
    const program = startProgram(dataDir(name))
    return { program, address: await program.listening }
  }
  const [one, two] = [await start('uno'), await start('dos')]
  return {
    one: { address: () => one.address, signal },
    two: { address: () => two.address, signal },
    /** Kills the first program with SIGKILL. It starts again meanwhile; if it does not, its writers fail. */
    async killOne(): Promise<void> {
      one.program.child.kill('SIGKILL')
      await one.program.ended
      start('uno').then(
        (next) => Object.assign(one, next),
        () => undefined,
      )
    },
    /** Returns what check-data prints. */
    async check(): Promise<string> {
      const { stdout, stderr } = await startCommand('checkData', [], dataDir('dos')).ended
      return stdout + stderr
    },
    async end(): Promise<void> {
      for (const { program } of [one, two]) program.child.kill('SIGTERM')
      for (const { program } of [one, two]) await program.ended
      await directory.remove()
    },
  }
}
