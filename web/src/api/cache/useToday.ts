import { todayAt } from '../dias.ts'
import { useConfig } from '../empresa.ts'

/** Tells the company's date, `YYYY-MM-DD`, at the moment it is asked; undefined until the server has said it. */
export function useToday(): () => string | undefined {
  const config = useConfig()
  return () => (config ? todayAt(config, Date.now()) : undefined)
}
