#!/usr/bin/python3
"""A bare WebKitGTK window that WebKitWebDriver drives. Unlike MiniBrowser it has no toolbar and keeps its profile.

Arguments: the profile's folder, a file with a script to run before each page's own, and "touch" for a phone, whose
pages can move a finger: `webkit.messageHandlers.finger.postMessage([{ x, y }, …])`.
"""
import ctypes
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gdk, GLib, GObject, Gtk, WebKit2  # noqa: E402

profile, script = sys.argv[1:3]
is_phone = "touch" in sys.argv[3:]

# what the system of somebody who wants no motion says
Gtk.Settings.get_default().set_property("gtk-enable-animations", False)

manager = WebKit2.WebsiteDataManager(base_data_directory=profile, base_cache_directory=profile)
context = WebKit2.WebContext(website_data_manager=manager)
context.set_automation_allowed(True)
context.set_preferred_languages(["en-US"])

settings = WebKit2.Settings(
    enable_write_console_messages_to_stdout=True,
    enable_media_stream=False,
    media_playback_requires_user_gesture=False,
)
content = WebKit2.UserContentManager()
with open(script, encoding="utf-8") as text:
    content.add_script(
        WebKit2.UserScript(
            text.read(),
            WebKit2.UserContentInjectedFrames.ALL_FRAMES,
            WebKit2.UserScriptInjectionTime.START,
            None,
            None,
        )
    )

# GDK has no functions for these (64-bit): GdkSeatClass.get_capabilities and GdkEventTouch.sequence
CAPABILITIES_OFFSET = 160
SEQUENCE_OFFSET = 56
PHONE_CAPABILITIES = Gdk.SeatCapabilities.TOUCH | Gdk.SeatCapabilities.KEYBOARD
FINGER = "finger"
MOVE_MS = 16

display = Gdk.Display.get_default()
seat = display.get_default_seat()
read_capabilities = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(lambda _seat: int(PHONE_CAPABILITIES))


def add_touchscreen():
    """An X screen without a monitor has no touchscreen. WebKit asks the seat for one."""
    peek = ctypes.CDLL("libgobject-2.0.so.0").g_type_class_peek
    peek.restype, peek.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
    seat_class = peek(hash(type(seat).__gtype__))
    function = ctypes.c_void_p.from_address(seat_class + CAPABILITIES_OFFSET)
    function.value = ctypes.cast(read_capabilities, ctypes.c_void_p).value
    return GObject.new(
        GObject.type_from_name("GdkX11DeviceXI2"),
        name=FINGER,
        type=Gdk.DeviceType.SLAVE,
        input_source=Gdk.InputSource.TOUCHSCREEN,
        display=display,
        device_manager=display.get_device_manager(),
    )


touchscreen = add_touchscreen() if is_phone else None


def send_touch(view, event_type, x, y):
    event = Gdk.Event.new(event_type)
    event.touch.window = view.get_window()
    event.touch.x = event.touch.x_root = x
    event.touch.y = event.touch.y_root = y
    event.touch.time = GLib.get_monotonic_time() // 1000
    ctypes.c_void_p.from_address(hash(event) + SEQUENCE_OFFSET).value = 1
    event.set_device(seat.get_pointer())
    event.set_source_device(touchscreen)
    Gtk.main_do_event(event)


def move_finger(view, message, reply):
    length = message.object_get_property("length").to_int32()
    points = [message.object_get_property_at_index(index) for index in range(length)]
    points = [tuple(point.object_get_property(name).to_double() for name in "xy") for point in points]
    events = [(Gdk.EventType.TOUCH_UPDATE, *point) for point in points[1:]]
    events = [(Gdk.EventType.TOUCH_BEGIN, *points[0]), *events, (Gdk.EventType.TOUCH_END, *points[-1])]

    def send_next():
        send_touch(view, *events.pop(0))
        if not events:
            reply.return_value(message)
        return bool(events)

    GLib.timeout_add(MOVE_MS, send_next)
    return True


def open_window(_session):
    view = WebKit2.WebView(
        web_context=context,
        settings=settings,
        user_content_manager=content,
        is_controlled_by_automation=True,
    )
    window = Gtk.Window(decorated=False)
    window.add(view)
    window.show_all()
    if is_phone:
        content.register_script_message_handler_with_reply(FINGER, None)
        received = f"script-message-with-reply-received::{FINGER}"
        content.connect(received, lambda _content, message, reply: move_finger(view, message, reply))
    return view


context.connect("automation-started", lambda _context, session: session.connect("create-web-view", open_window))
Gtk.main()
