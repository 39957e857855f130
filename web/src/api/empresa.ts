import { useEffect, useState } from 'react'
import { call } from './call.ts'

export interface Config {
  empresa: string
  /** The company's time zone. */
  zona: string
  /** The company's date when the server was asked. */
  hoy: string
  /** When that was, by this machine's clock. */
  asked: number
}

let asked: Promise<Config> | undefined

/** What the server is configured with, asked once; after a failure the next one asks again. */
export function loadConfig(): Promise<Config> {
  asked ??= call('GET /api/config').then(
    ({ data }) => ({ ...data, asked: Date.now() }),
    (error: unknown) => {
      asked = undefined
      throw error
    },
  )
  return asked
}

/** The same for a screen; null until it is known. */
export function useConfig() {
  const [config, setConfig] = useState<Config | null>(null)
  useEffect(() => {
    // Whoever asks for it can do without: a failure is not worth a message.
    loadConfig().then(setConfig, () => undefined)
  }, [])
  return config
}

/** The company's name as the server is configured; empty until it is known. */
export const useEmpresa = () => useConfig()?.empresa ?? ''
