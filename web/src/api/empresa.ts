import { useEffect, useState } from 'react'
import { call } from './call.ts'

export interface Config {
  empresa: string
  /** The company's time zone. */
  zona: string
  /** The company's date at the moment `asked`. */
  hoy: string
  /** This machine's clock, in ms. */
  asked: number
}

let asked: Promise<Config> | undefined

/** The server's configuration, asked once; after a failure the next caller asks again. */
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

/** The server's configuration; null until it is known. */
export function useConfig() {
  const [config, setConfig] = useState<Config | null>(null)
  useEffect(() => {
    // Every reader can do without it, so a failure needs no message.
    loadConfig().then(setConfig, () => undefined)
  }, [])
  return config
}

/** The company's name; empty until it is known. */
export const useEmpresa = () => useConfig()?.empresa ?? ''
