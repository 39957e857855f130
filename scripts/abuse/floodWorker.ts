import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

// Holds so many connections open and sends the same over each; what is closed is opened anew at once.

export interface FloodOptions {
  port: number
  count: number
  localAddress: string
  payload: string
}

// What the thread was started with.
const { port, count, localAddress, payload } = workerData as FloodOptions

/** Connections that are being opened at once: more would only wait in front of the machine's own door. */
const maxPendingConnections = 500
let opening = 0
let open = 0
let openedCount = 0

function openConnections() {
  while (opening < maxPendingConnections && opening + open < count) openConnection()
}

function openConnection() {
  opening += 1
  let isOpen = false
  const socket = connect({ port, host: '127.0.0.1', localAddress }, () => {
    isOpen = true
    opening -= 1
    open += 1
    if (++openedCount === count) parentPort?.postMessage('all have come')
    socket.write(payload)
    openConnections()
  })
  // It reads nothing.
  socket.pause()
  socket.on('error', () => undefined)
  socket.on('close', () => {
    if (isOpen) open -= 1
    else opening -= 1
    setImmediate(openConnections)
  })
}

// A thread whose connections read nothing would end.
setInterval(() => undefined, 60_000)
openConnections()
