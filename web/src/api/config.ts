import { serverTimeHeader } from '@flota/contract/core/serverTime.ts'
import { useEffect } from 'react'
import { type AnswerOf, openCall } from './call.ts'
import { createStore } from './store.ts'

export interface Config {
  empresa: string
  zona: string
  version: string
  /** Address of the company's logo. */
  logo?: string | undefined
  /** False while the prices of trips exclude VAT, else absent. */
  precios_incluyen_iva?: false | undefined
  /** Milliseconds by which this device's clock is behind the server's. */
  behind: number
}

/** Null until loaded. The pilot's phone sets its stored copy first. */
export const configStore = createStore<Config | null>(null)
let pendingConfig: Promise<Config> | undefined

/** Loads the server's configuration once, or `anew`; the next caller retries after a failure. */
export function loadConfig(anew = false): Promise<Config> {
  if (anew) pendingConfig = undefined
  pendingConfig ??= openCall('GET /api/config').then(async (response) => {
    const config = {
      ...((await response.json()) as AnswerOf<'GET /api/config'>).data,
      // Without the header trust this device's clock.
      behind: (Number(response.headers.get(serverTimeHeader)) || Date.now()) - Date.now(),
    }
    configStore.set(config)
    return config
  })
  pendingConfig.catch(() => {
    pendingConfig = undefined
  })
  return pendingConfig
}

/** Returns the server's configuration; null until loaded. */
export function useConfig() {
  useEffect(() => {
    // Every caller works without it, so the failure needs no message.
    loadConfig().catch(() => undefined)
  }, [])
  return configStore.use()
}

/** Returns the company's name; empty until loaded. */
export const useEmpresa = () => useConfig()?.empresa ?? ''
