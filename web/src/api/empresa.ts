import { useEffect, useState } from 'react'
import { type AnswerOf, open } from './call.ts'

export interface Config {
  empresa: string
  /** The company's time zone. */
  zona: string
  /** How far this machine's clock is behind the server's, in ms. */
  behind: number
}

let asked: Promise<Config> | undefined

/** The server's configuration, asked once; after a failure the next caller asks again. */
export function loadConfig(): Promise<Config> {
  asked ??= open('GET /api/config').then(async (response) => ({
    ...((await response.json()) as AnswerOf<'GET /api/config'>).data,
    // Where something between takes the header away, this machine's clock has to do.
    behind: Date.parse(response.headers.get('date') ?? '') - Date.now() || 0,
  }))
  asked.catch(() => {
    asked = undefined
  })
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
