import { serverTimeHeader } from '@flota/contract/core/serverTime.ts'
import { onAnswer } from './connection.ts'

const storageKey = 'desfase'

let secondsAheadOfServer = Number(localStorage.getItem(storageKey)) || 0

/** Seconds by which this device's clock is ahead of the server's. */
export const secondsAhead = () => secondsAheadOfServer

/** The server's current time in ms. */
export const serverNow = () => Date.now() - secondsAheadOfServer * 1000

onAnswer((response) => {
  const serverMs = Number(response.headers.get(serverTimeHeader))
  const seconds = Math.round((Date.now() - serverMs) / 1000)
  // A response of a captive portal or proxy has no such header: keep the last value.
  if (!serverMs || seconds === secondsAheadOfServer) return
  secondsAheadOfServer = seconds
  localStorage.setItem(storageKey, String(seconds))
})
