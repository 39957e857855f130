// The switch 'Avisarme en esta computadora', kept on this computer for each user.

const keyOf = (userId: number) => `avisarme ${userId}`

/** Returns whether the browser has system notifications for this page; plain http has none. */
export const supportsNotifications = () => 'Notification' in window && window.isSecureContext

export const isRefused = () => supportsNotifications() && Notification.permission === 'denied'

export const isNotifying = (userId: number) =>
  supportsNotifications() &&
  Notification.permission === 'granted' &&
  localStorage.getItem(keyOf(userId)) === 'si'

/** Turns the switch on if the user permits it. @returns false if refused */
export async function startNotifying(userId: number) {
  if ((await Notification.requestPermission()) !== 'granted') return false
  localStorage.setItem(keyOf(userId), 'si')
  return true
}

export const stopNotifying = (userId: number) => localStorage.removeItem(keyOf(userId))

export function showNotification({ text, trip }: { text: string; trip: string }, onOpen: () => void) {
  try {
    const notification = new Notification(text, { body: trip, icon: '/icon-192.png', tag: text, lang: 'es' })
    notification.onclick = () => {
      window.focus()
      notification.close()
      onOpen()
    }
  } catch {
    // Chrome on Android has the API, but shows none without a service worker.
  }
}
