import { onAnswer } from './connection.ts'

const storageKey = 'desfase'

let secondsAheadOfServer = Number(localStorage.getItem(storageKey)) || 0

/** How many seconds this machine's clock is ahead of the server's, by the last answer. */
export const secondsAhead = () => secondsAheadOfServer

/** The server's time by this machine's clock, in ms. */
export const serverNow = () => Date.now() - secondsAheadOfServer * 1000

onAnswer((response) => {
  const seconds = Math.round((Date.now() - Date.parse(response.headers.get('date') ?? '')) / 1000)
  // Where something between takes the header away, what was heard before has to do.
  if (!Number.isFinite(seconds) || seconds === secondsAheadOfServer) return
  secondsAheadOfServer = seconds
  localStorage.setItem(storageKey, String(seconds))
})
