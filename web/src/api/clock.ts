import { onAnswer } from './connection.ts'

const stored = 'desfase'

let ahead = Number(localStorage.getItem(stored)) || 0

/** How many seconds this machine's clock is ahead of the server's, by the last answer. */
export const secondsAhead = () => ahead

/** The server's time by this machine's clock, in ms. */
export const serverNow = () => Date.now() - ahead * 1000

onAnswer((response) => {
  const seconds = Math.round((Date.now() - Date.parse(response.headers.get('date') ?? '')) / 1000)
  // Where something between takes the header away, what was heard before has to do.
  if (!Number.isFinite(seconds) || seconds === ahead) return
  ahead = seconds
  localStorage.setItem(stored, String(seconds))
})
