import { onAnswer } from './connection.ts'

const storageKey = 'desfase'

let secondsAheadOfServer = Number(localStorage.getItem(storageKey)) || 0

/** Seconds by which this device's clock is ahead of the server's. */
export const secondsAhead = () => secondsAheadOfServer

/** The server's current time in ms. */
export const serverNow = () => Date.now() - secondsAheadOfServer * 1000

onAnswer((response) => {
  const seconds = Math.round((Date.now() - Date.parse(response.headers.get('date') ?? '')) / 1000)
  // A proxy may remove the Date header: keep the last value.
  if (!Number.isFinite(seconds) || seconds === secondsAheadOfServer) return
  secondsAheadOfServer = seconds
  localStorage.setItem(storageKey, String(seconds))
})
