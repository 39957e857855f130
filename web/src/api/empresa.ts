import { useEffect, useState } from 'react'
import { open, read } from './call.ts'

export interface Config {
  empresa: string
  /** The company's time zone. */
  zona: string
  /** The company's date at the moment `asked`. */
  hoy: string
  /** The server's clock, in ms, to the second. */
  asked: number
  /** How far this machine's clock is behind the server's, in ms. */
  behind: number
}

let asked: Promise<Config> | undefined

/** The server's configuration, asked once; after a failure the next caller asks again. */
export function loadConfig(): Promise<Config> {
  asked ??= ask().catch((error: unknown) => {
    asked = undefined
    throw error
  })
  return asked
}

async function ask(): Promise<Config> {
  const line = 'GET /api/config'
  const response = await open(line)
  const { data } = await read(response, line)
  const now = Date.now()
  // Where something between takes the header away, this machine's clock has to do.
  const served = Date.parse(response.headers.get('Date') ?? '') || now
  return { ...data, asked: served, behind: served - now }
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
