#!/usr/bin/python3
"""A bare WebKitGTK window that WebKitWebDriver drives. Unlike MiniBrowser it has no toolbar and keeps its profile.

Arguments: the profile's folder, and a file with a script to run before each page's own.
"""
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

profile, script = sys.argv[1:3]

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
    return view


context.connect("automation-started", lambda _context, session: session.connect("create-web-view", open_window))
Gtk.main()
