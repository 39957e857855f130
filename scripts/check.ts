import { bin, capture } from './run.ts'

const steps: { name: string; command: string[] }[] = [
  { name: 'types: contract, postgres, server, demo, bench, scripts', command: [bin('tsc'), '-p', '.'] },
  { name: 'types: web', command: [bin('tsc'), '-p', 'web'] },
  { name: 'types: e2e', command: [bin('tsc'), '-p', 'e2e'] },
  { name: 'lint', command: [bin('oxlint')] },
  { name: 'format', command: [bin('biome'), 'check', '--max-diagnostics=50'] },
  { name: 'dead code', command: [bin('knip'), '--no-progress'] },
  { name: 'todos', command: [process.execPath, 'scripts/todoCheck.ts'] },
]

export const check = async (): Promise<{ passed: number; failed: number }> => {
  const results = await Promise.all(
    steps.map(async ({ name, command }) => {
      const started = performance.now()
      const { status, output } = await capture(command)
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      console.log(`${status === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
      return { name, failed: status !== 0, output }
    }),
  )
  const failures = results.filter(({ failed }) => failed)
  for (const { name, output } of failures) console.log(`\n✗ ${name}\n${output.trim()}`)
  return { passed: results.length - failures.length, failed: failures.length }
}

if (import.meta.main) process.exitCode = (await check()).failed === 0 ? 0 : 1
