// A bot that plays legal actions at random. Put your own in the place of `act`.

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <random>
#include <string>

#include "player.hpp"

namespace {

// decision.view() is everything this seat may know, decision.legal() lists what it may do.
paiju::v1::Action act(const paiju::v1::Decision& decision) {
  static std::mt19937 random{std::random_device{}()};
  if (decision.legal().empty()) return decision.default_();
  std::uniform_int_distribution<int> index(0, decision.legal_size() - 1);
  return decision.legal(index(random));
}

struct Start {
  std::string address;
  std::string token_file;
};

Start start(int argc, char** argv) {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value ? value : "");
  };
  Start start{variable("PAIJU_ADDRESS"), variable("PAIJU_TOKEN_FILE")};
  for (int at = 1; at < argc; at += 2) {
    const std::string name = argv[at];
    const bool known = name == "--address" || name == "--token-file";
    if (!known || at + 1 == argc)
      throw paiju::Stop(2, "usage: bot [--address HOST:PORT] [--token-file FILE]");
    (name == "--address" ? start.address : start.token_file) = argv[at + 1];
  }
  if (start.address.empty())
    throw paiju::Stop(2, "where is the referee? give --address HOST:PORT or set PAIJU_ADDRESS");
  if (start.token_file.empty())
    throw paiju::Stop(2, "who is playing? give --token-file FILE or set PAIJU_TOKEN_FILE");
  return start;
}

std::string token(const std::string& path) {
  std::ifstream file(path);
  std::string token;
  if (!(file >> token)) throw paiju::Stop(2, "there is no token in " + path);
  if (!std::ranges::all_of(token, [](char sign) { return sign >= '!' && sign <= '~'; }))
    throw paiju::Stop(2, "the token in " + path + " is not printable ASCII");
  return token;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Start given = start(argc, argv);
    paiju::Player(given.address, token(given.token_file), act).run();
  } catch (const paiju::Stop& stop) {
    std::cerr << "paiju: " << stop.what() << "\n";
    return stop.code;
  } catch (const std::exception& error) {
    std::cerr << "paiju: " << error.what() << "\n";
    return 1;
  }
}
