import { useEffect } from 'react'
import { type AnswerOf, openCall } from './call.ts'
import { createStore } from './store.ts'

export interface Config {
  empresa: string
  /** The company's time zone. */
  zona: string
  /** The program's. */
  version: string
  /** How far this machine's clock is behind the server's, in ms. */
  behind: number
}

/** Null until it is known; a phone puts what it has kept there. */
export const configStore = createStore<Config | null>(null)
let pendingConfig: Promise<Config> | undefined

/** The server's configuration, asked once; after a failure the next caller asks again. */
export function loadConfig(): Promise<Config> {
  pendingConfig ??= openCall('GET /api/config').then(async (response) => {
    const config = {
      ...((await response.json()) as AnswerOf<'GET /api/config'>).data,
      // Where something between takes the header away, this machine's clock has to do.
      behind: Date.parse(response.headers.get('date') ?? '') - Date.now() || 0,
    }
    configStore.set(config)
    return config
  })
  pendingConfig.catch(() => {
    pendingConfig = undefined
  })
  return pendingConfig
}

/** The server's configuration; null until it is known. */
export function useConfig() {
  useEffect(() => {
    // Every reader can do without it, so a failure needs no message.
    loadConfig().catch(() => undefined)
  }, [])
  return configStore.use()
}

/** The company's name; empty until it is known. */
export const useEmpresa = () => useConfig()?.empresa ?? ''
