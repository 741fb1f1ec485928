import type { PushNotice } from "#contract/push.ts";

type PushEvent = { data: { json: () => PushNotice } | null; waitUntil: (work: Promise<unknown>) => void };
type NotificationClickEvent = {
  notification: { close: () => void; data: unknown };
  waitUntil: (work: Promise<unknown>) => void;
};
export type PushWorker = {
  addEventListener: ((name: "push", listener: (event: PushEvent) => void) => void) &
    ((name: "notificationclick", listener: (event: NotificationClickEvent) => void) => void);
  registration: {
    showNotification: (title: string, options: { body: string; icon: string; data: string }) => Promise<void>;
  };
  navigator: { setAppBadge?: () => Promise<void> };
  clients: { openWindow: (path: string) => Promise<unknown> };
};

/** Shows a notification, and opens its page on a click (BEYOND 7). */
export function handlePushEvents(worker: PushWorker): void {
  worker.addEventListener("push", (event) => {
    const notice = event.data?.json();
    if (!notice) return;
    const { title, body, path } = notice;
    const options = { body, icon: "/images/icon%20192.png", data: path };
    event.waitUntil(worker.registration.showNotification(title, options));
    // Some platforms have no badges.
    event.waitUntil(Promise.resolve(worker.navigator.setAppBadge?.()).catch(() => undefined));
  });
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(worker.clients.openWindow(String(event.notification.data)));
  });
}
