import { todayAt } from './dias.ts'
import { useConfig } from './empresa.ts'

/** The company's date, `YYYY-MM-DD`, whatever the browser's zone is; undefined until the server has said it. */
export function useToday(): string | undefined {
  const config = useConfig()
  return config ? todayAt(config, Date.now()) : undefined
}
